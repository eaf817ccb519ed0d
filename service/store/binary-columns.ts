import { customType } from "drizzle-orm/pg-core";

const toArrayBuffer = (bytes: Buffer): ArrayBuffer => {
  const copy = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(copy).set(bytes);
  return copy;
};
/** The bytes behind a packed array. */
export const toBuffer = (view: ArrayBufferView) =>
  Buffer.from(view.buffer, view.byteOffset, view.byteLength);

/** A packed column of little-endian floats, one per interval; NaN means unknown. */
export const float32s = customType<{ data: Float32Array; driverData: Buffer }>({
  dataType: () => "bytea",
  fromDriver: (bytes) => new Float32Array(toArrayBuffer(bytes)),
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
