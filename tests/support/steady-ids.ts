import { createHash } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
let count = 0;
let lastMs = 0;

/** The random part of the nth id of a millisecond, the same at each run. */
function steadyBytes(nowMs: number): Buffer {
  count = nowMs === lastMs ? count + 1 : 0;
  lastMs = nowMs;
  return createHash("sha256").update(`${nowMs} ${count}`).digest();
}

/** As the service's, without chance. */
export function token(nowMs: number): string {
  let time = nowMs;
  let text = "";
  for (let i = 0; i < 10; i++) {
    text = ALPHABET[time % 32] + text;
    time = Math.floor(time / 32);
  }
  for (const byte of steadyBytes(nowMs).subarray(0, 16)) text += ALPHABET[byte % 32];
  return text;
}

/** As the service's, without chance. */
export function uuidV7(nowMs: number): string {
  const bytes = steadyBytes(nowMs).subarray(0, 16);
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
