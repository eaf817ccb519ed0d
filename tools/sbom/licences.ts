import { installed, type Installed, type Lock } from "./lock.ts";

/** Licences that only require attribution. */
const FREE = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "PostgreSQL",
  "Unlicense",
]);

/** Licences with further terms, and why they do not affect the product; a name may end in `*`. */
const LOOKED_AT: [name: string, licence: string, why: string][] = [
  ["caniuse-lite", "CC-BY-4.0", "data about browsers, read while the portal is built; named here"],
  ["lightningcss*", "MPL-2.0", "compiles styles while the portal is built; used unchanged"],
  ["@img/sharp-*", "LGPL-3.0-or-later", "a separate library Next would load for images; unused"],
];

/** Packages without a licence in package.json, with the licence of their licence file. */
const IN_THEIR_FILE: Record<string, string> = { suncalc: "BSD-2-Clause" };

/** Whether a licence, or a choice among several, only requires attribution. */
export function isFree(licence: string): boolean {
  const bare = licence.replace(/[()]/g, " ").trim();
  if (/\bOR\b/.test(bare)) return bare.split(/\bOR\b/).some((one) => isFree(one));
  return bare.split(/\bAND\b/).every((one) => FREE.has(one.trim()));
}

const matches = (name: string, pattern: string) =>
  pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

/** The licence that a package declares; undefined if it declares none. */
export const findLicence = ({ name, license }: Installed): string | undefined =>
  license ?? IN_THEIR_FILE[name];

const isLookedAt = ({ name, license = "" }: Installed) =>
  LOOKED_AT.some(
    ([pattern, licence]) =>
      matches(name, pattern) &&
      license.split(/\bAND\b/).every((one) => one.trim() === licence || isFree(one)),
  );

/** Production dependencies whose licence was not reviewed, as `name: licence`. */
export const surprises = (lock: Lock): string[] =>
  installed(lock)
    .filter((part) => !isFree(findLicence(part) ?? "") && !isLookedAt(part))
    .map(({ name, license }) => `${name}: ${license ?? "none"}`);
