import { sql, type SQL } from "drizzle-orm";
import { customType } from "drizzle-orm/pg-core";
import { toPlainArray } from "./any-of.ts";

const toArrayBuffer = (bytes: Buffer): ArrayBuffer => {
  const copy = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(copy).set(bytes);
  return copy;
};
/** The bytes behind a packed array. */
export const toBuffer = (view: ArrayBufferView) =>
  Buffer.from(view.buffer, view.byteOffset, view.byteLength);

/** The floats of a packed value. */
export const toFloat32s = (bytes: Buffer): Float32Array => new Float32Array(toArrayBuffer(bytes));

/** The numbers of a packed value of 4 bytes each. */
export const toUint32s = (bytes: Buffer): Uint32Array => new Uint32Array(toArrayBuffer(bytes));

/** The numbers of a packed value of 2 bytes each. */
export const toUint16s = (bytes: Buffer): Uint16Array => new Uint16Array(toArrayBuffer(bytes));

/** A packed column of little-endian floats, one per interval; NaN means unknown. */
export const float32s = customType<{ data: Float32Array; driverData: Buffer }>({
  dataType: () => "bytea",
  fromDriver: toFloat32s,
  toDriver: toBuffer,
});
/** As float32 values, with headroom for sums over a whole zone. */
export const float64s = customType<{ data: Float64Array; driverData: Buffer }>({
  dataType: () => "bytea",
  fromDriver: (bytes) => new Float64Array(toArrayBuffer(bytes)),
  toDriver: toBuffer,
});
/** The identifier of a transaction. */
export const transactionId = customType<{ data: string }>({ dataType: () => "xid8" });
export const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => "bytea",
  fromDriver: (raw) => new Uint8Array(toArrayBuffer(raw)),
  toDriver: toBuffer,
});

/** A packed column of many rows for a statement over `unnest`. */
export interface PackedColumn {
  /** The arrays for `unnest`: where the value of each row begins, and its number of bytes. */
  arrays: SQL;
  /** Names of these arrays. */
  names: SQL;
  /** The value of a row. */
  value: SQL;
}

/** Packs a column into one binary parameter; an array of `bytea` would be sent as text. */
export function packColumn(name: string, rows: readonly ArrayBufferView[]): PackedColumn {
  const starts: number[] = [];
  let start = 1;
  for (const { byteLength } of rows) {
    starts.push(start);
    start += byteLength;
  }
  const lengths = rows.map(({ byteLength }) => byteLength);
  const [from, length] = [sql.identifier(`${name}_from`), sql.identifier(`${name}_length`)];
  return {
    arrays: sql`${toIntegers(starts)}, ${toIntegers(lengths)}`,
    names: sql`${from}, ${length}`,
    value: sql`substr(${Buffer.concat(rows.map(toBuffer))}::bytea, v.${from}, v.${length})`,
  };
}

const toIntegers = (values: readonly number[]) => sql`${toPlainArray(values)}::int[]`;

/** Numbers as one parameter of type `float8[]`. */
export const toFloats = (values: readonly (number | null)[]): SQL =>
  sql`${toPlainArray(values)}::float8[]`;
