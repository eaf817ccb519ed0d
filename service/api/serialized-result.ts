import { createHash } from "node:crypto";
import { constants, crc32, deflateRawSync } from "node:zlib";

/** Items as JSON, each after a comma, and the state of the data they were made from. */
export class SerializedItems {
  private deflatedText: Buffer | undefined;

  constructor(
    readonly version: string,
    readonly json: Buffer,
  ) {}

  static of(version: string, items: readonly object[]): SerializedItems {
    return new SerializedItems(version, Buffer.from(items.map(afterComma).join("")));
  }

  /** A part of a deflate stream: it ends at a byte boundary and refers to nothing before it. */
  get deflated(): Buffer {
    return (this.deflatedText ??= deflateRawSync(this.json, partial));
  }

  /** The same items where none come before them. */
  get asFirst(): SerializedItems {
    return new SerializedItems(this.version, this.json.subarray(1));
  }
}

const afterComma = (item: object) => `,${JSON.stringify(item)}`;
const partial = { finishFlush: constants.Z_FULL_FLUSH };

/** RFC 1952: deflate, without name and time. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const [OPENING, CLOSING] = [Buffer.from('{"data":['), Buffer.from("]}")];
const [DEFLATED_OPENING, DEFLATED_CLOSING] = [
  deflateRawSync(OPENING, partial),
  deflateRawSync(CLOSING),
];

/** `{"data": […]}`, ready to be sent. */
export class SerializedResult {
  private readonly parts: readonly SerializedItems[];
  private gzipped: Buffer<ArrayBuffer> | undefined;
  readonly json: Buffer<ArrayBuffer>;
  /** Of the content: the same whatever it was made from, and however it is encoded. */
  readonly etag: string;

  constructor(parts: readonly SerializedItems[]) {
    const [first, ...others] = parts.filter(({ json }) => json.length > 0);
    this.parts = first ? [first.asFirst, ...others] : [];
    this.json = Buffer.concat([OPENING, ...this.parts.map(({ json }) => json), CLOSING]);
    this.etag = `W/"${createHash("sha256").update(this.json).digest("base64url").slice(0, 27)}"`;
  }

  /** Compressed parts of one gzip member; nothing that was compressed before is compressed again. */
  get gzip(): Buffer<ArrayBuffer> {
    return (this.gzipped ??= Buffer.concat([
      GZIP_HEADER,
      DEFLATED_OPENING,
      ...this.parts.map(({ deflated }) => deflated),
      DEFLATED_CLOSING,
      toTrailer(this.json),
    ]));
  }
}

function toTrailer(json: Buffer): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(json), 0);
  trailer.writeUInt32LE(json.length % 2 ** 32, 4);
  return trailer;
}

/** Whether an `Accept-Encoding` header takes gzip (RFC 9110, 12.5.3). */
export function acceptsGzip(header: string | undefined): boolean {
  const codings = (header ?? "")
    .toLowerCase()
    .split(",")
    .map((each) => each.split(";"));
  const weightOf = (name: string) => {
    const coding = codings.find(([listed]) => listed!.trim() === name);
    if (!coding) return undefined;
    const q = coding.slice(1).find((parameter) => parameter.trim().startsWith("q="));
    return q ? Number(q.trim().slice(2)) : 1;
  };
  return (weightOf("gzip") ?? weightOf("*") ?? 0) > 0;
}

/** Whether an `If-None-Match` header names the tag, weakly compared (RFC 9110, 13.1.2). */
export const matchesTag = (header: string | undefined, etag: string): boolean => {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return (header ?? "")
    .split(",")
    .some((tag) => tag.trim() === "*" || opaque(tag) === opaque(etag));
};
