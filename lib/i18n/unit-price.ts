import { formatEuros, type Sign } from "./format-number.ts";
import { UNKNOWN } from "./format.ts";
import type { Locale } from "./locales.ts";

/** A price in euros per unit of energy: `€38.21/MWh`, in Dutch `€ 38,21/MWh`; a dash if unknown. */
export function formatUnitPrice(
  locale: Locale,
  value: number | null | undefined,
  unit: "kWh" | "MWh",
  { decimals = 2, sign = "negative" }: { decimals?: number; sign?: Sign } = {},
): string {
  if (value === null || value === undefined) return UNKNOWN;
  return `${formatEuros(locale, value, { minDecimals: decimals, maxDecimals: decimals, sign })}/${unit}`;
}
