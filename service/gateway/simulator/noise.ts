/** A 32-bit seed from a text (FNV-1a). */
export function hashSeed(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

/** A pseudo-random number in [0, 1) that depends only on the seed and `n`. */
export function hashed(seed: number, n: number): number {
  let hash = Math.imul(seed ^ Math.imul(n | 0, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x27d4eb2f);
  return ((hash ^ (hash >>> 15)) >>> 0) / 4_294_967_296;
}

/** Smooth noise in [−1, 1): hashed values at integers, eased in between. */
export function smoothNoise(seed: number, position: number): number {
  const whole = Math.floor(position);
  const part = position - whole;
  const eased = part * part * (3 - 2 * part);
  const from = hashed(seed, whole);
  return 2 * (from + (hashed(seed, whole + 1) - from) * eased) - 1;
}
