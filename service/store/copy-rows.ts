import { finished } from "node:stream/promises";
import { sql } from "drizzle-orm";
import { PgDialect, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { from as copyFrom } from "pg-copy-streams";
import { toBuffer } from "./binary-columns.ts";
import { getConnection, type Db } from "./store.ts";

/** The signature, flags of which none is set, and a header extension of no bytes. */
const HEADER = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)]);
const TRAILER = Buffer.from([0xff, 0xff]);
const MAX_UTF8_BYTES = 3;

/**
 * Rows in the binary format of `COPY` (https://www.postgresql.org/docs/current/sql-copy.html), field
 * after field in the order of their columns.
 */
class CopyRows {
  private bytes = Buffer.allocUnsafe(2 * CHUNK_BYTES);
  private end = HEADER.copy(this.bytes);
  private floats = new Float32Array();
  private floatBytes = toBuffer(this.floats);

  constructor(private readonly columns: number) {}

  get length(): number {
    return this.end;
  }

  startRow(): void {
    this.reserve(2);
    this.end = this.bytes.writeInt16BE(this.columns, this.end);
  }

  addText(value: string): void {
    this.reserve(4 + MAX_UTF8_BYTES * value.length);
    const length = this.bytes.write(value, this.end + 4);
    this.end = this.bytes.writeInt32BE(length, this.end) + length;
  }

  /** Bytes, or a text in UTF-8. */
  addBytes(value: Uint8Array): void {
    this.startField(value.length);
    this.bytes.set(value, this.end);
    this.end += value.length;
  }

  addInt16(value: number): void {
    this.startField(2);
    this.end = this.bytes.writeInt16BE(value, this.end);
  }

  addFloat32(value: number | null): void {
    if (value === null) return this.addNull();
    this.startField(4);
    this.end = this.bytes.writeFloatBE(value, this.end);
  }

  addBoolean(value: boolean): void {
    this.startField(1);
    this.bytes[this.end++] = Number(value);
  }

  /** A packed column of little-endian floats. */
  addFloat32s(values: ArrayLike<number>): void {
    if (this.floats.length !== values.length) {
      this.floats = new Float32Array(values.length);
      this.floatBytes = toBuffer(this.floats);
    }
    this.floats.set(values);
    this.addBytes(this.floatBytes);
  }

  /** All rows since the last call. */
  take(): Buffer {
    const rows = this.bytes.subarray(0, this.end);
    this.bytes = Buffer.allocUnsafe(this.bytes.length);
    this.end = 0;
    return rows;
  }

  private addNull(): void {
    this.reserve(4);
    this.end = this.bytes.writeInt32BE(-1, this.end);
  }

  private startField(length: number): void {
    this.reserve(4 + length);
    this.end = this.bytes.writeInt32BE(length, this.end);
  }

  private reserve(count: number): void {
    if (this.end + count <= this.bytes.length) return;
    const longer = Buffer.allocUnsafe(2 * (this.bytes.length + count));
    this.bytes.copy(longer, 0, 0, this.end);
    this.bytes = longer;
  }
}

/** Rows are sent when they have so many bytes. */
const CHUNK_BYTES = 65_536;

const dialect = new PgDialect();

/**
 * Inserts rows with these columns, and the others with their defaults, while they are computed: one
 * `COPY` takes less time than many `INSERT`s, between which PostgreSQL waits for this process.
 */
export class RowsCopy {
  readonly rows: CopyRows;
  private readonly stream;
  private isSent = false;
  private hasFailed = false;

  constructor(
    private readonly tx: Db,
    table: PgTable,
    columns: readonly PgColumn[],
  ) {
    const names = sql.join(
      columns.map(({ name }) => sql.identifier(name)),
      sql`, `,
    );
    const copy = sql`copy ${table} (${names}) from stdin (format binary)`;
    this.stream = copyFrom(dialect.sqlToQuery(copy).sql);
    this.stream.on("error", () => (this.hasFailed = true));
    this.rows = new CopyRows(columns.length);
  }

  /** Sends the statement, which ends after `end` or `abort`; rows may be added before and after. */
  async send(): Promise<void> {
    if (this.hasFailed) return;
    this.isSent = true;
    const ended = finished(this.stream);
    getConnection(this.tx).query(this.stream);
    await ended;
  }

  /** Called after each row. */
  endRow(): void {
    if (this.rows.length >= CHUNK_BYTES) this.write();
  }

  end(): void {
    this.write(TRAILER);
    if (!this.hasFailed) this.stream.end();
  }

  /** Makes the statement fail, if it was sent. */
  abort(): void {
    if (this.hasFailed) return;
    this.hasFailed = true;
    if (this.isSent) this.stream.destroy(new Error("the rows are not complete"));
  }

  private write(end?: Buffer): void {
    const rows = this.rows.take();
    // A failed stream has no connection to write to.
    if (!this.hasFailed) this.stream.write(end ? Buffer.concat([rows, end]) : rows);
  }
}
