import type { Formats } from "@/lib/i18n/format.ts";

/** Energy that is not worth telling, in kWh. */
export const NEGLIGIBLE_KWH = 0.05;

const decimalsFor = (size: number): number => (size >= 99.95 ? 0 : size < 0.095 ? 2 : 1);

/**
 * Energy as people read it: `2.1 kWh`, `0.07 kWh`, `240 kWh`; unknown is a dash. A column is written
 * with one number of decimals: `largestKwh` is the largest value in it, sums apart, which decides that for
 * all of it. What comes to nothing with so many decimals is `0 kWh`.
 */
export function formatEnergy(
  f: Formats,
  kwh: number | null,
  largestKwh = Math.abs(kwh ?? 0),
): string {
  if (kwh === null) return f.kwh(null);
  const decimals = decimalsFor(largestKwh);
  const isNothing = Number(Math.abs(kwh).toFixed(decimals)) === 0;
  return `${f.number(kwh, { decimals: isNothing ? 0 : decimals })}\u00a0kWh`;
}

/** A large figure: where there is no room for all of it, its unit is a line below. */
export const large = (text: string): string => text.replace("\u00a0", " ");
