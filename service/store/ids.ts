import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** A time-ordered token: 10 characters of milliseconds, 16 of randomness, base 32. */
export function token(nowMs: number): string {
  let time = nowMs;
  let text = "";
  for (let i = 0; i < 10; i++) {
    text = ALPHABET[time % 32] + text;
    time = Math.floor(time / 32);
  }
  for (const byte of randomBytes(16)) text += ALPHABET[byte % 32];
  return text;
}

/** A UUID version 7 (RFC 9562): 48 bits of milliseconds, then randomness. */
export function uuidV7(nowMs: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
