import type { Locale } from "./locales.ts";

/** When a number has a sign: only a negative one, or every one but 0. */
export type Sign = "negative" | "except-zero";

/** How a number is written. */
export interface NumberStyle {
  minDecimals?: number;
  maxDecimals: number;
  sign?: Sign;
  /** Whether thousands are separated; they are by default. */
  isGrouped?: boolean;
}

const separators = {
  en: { thousands: ",", decimal: "." },
  nl: { thousands: ".", decimal: "," },
} as const satisfies Record<Locale, object>;

/** Moves the decimal point of a number to the right, exactly. */
function shift(value: number, steps: number): number {
  if (!Number.isFinite(value)) return value;
  const [digits, exponent = "0"] = String(value).split("e");
  return Number(`${digits}e${Number(exponent) + steps}`);
}

/** The decimals of an amount that is not negative, rounded half up as they are read. */
const round = (amount: number, decimals: number): string => {
  const rounded = shift(Math.round(shift(amount, decimals)), -decimals);
  return rounded.toFixed(decimals);
};

function trimZeros(decimals: string, minimum: number): string {
  let end = decimals.length;
  while (end > minimum && decimals[end - 1] === "0") end -= 1;
  return decimals.slice(0, end);
}

const group = (whole: string, separator: string) => whole.replace(/\B(?=(\d{3})+$)/g, separator);

function signOf(value: number, digits: string, sign: Sign): string {
  if (!/[1-9∞]/.test(digits)) return "";
  if (value < 0) return "−";
  return sign === "except-zero" ? "+" : "";
}

/** The sign and the digits of a number; a true minus sign, and none where all digits are 0. */
export function toSignAndDigits(
  locale: Locale,
  value: number,
  { minDecimals = 0, maxDecimals, sign = "negative", isGrouped = true }: NumberStyle,
): [sign: string, digits: string] {
  const { thousands, decimal } = separators[locale];
  const amount = Math.abs(value);
  if (amount === Infinity) return [signOf(value, "∞", sign), "∞"];
  const [whole = "0", rest = ""] = round(amount, maxDecimals).split(".");
  const decimals = trimZeros(rest, minDecimals);
  const integer = isGrouped ? group(whole, thousands) : whole;
  const digits = decimals ? `${integer}${decimal}${decimals}` : integer;
  return [signOf(value, digits, sign), digits];
}

/** A number as readers of a language write it. */
export const formatNumber = (locale: Locale, value: number, style: NumberStyle): string =>
  toSignAndDigits(locale, value, style).join("");

/** An amount in euros: `−€12.40`, in Dutch `€ −12,40`; a line does not break in it. */
export function formatEuros(locale: Locale, value: number, style: NumberStyle): string {
  const [mark, digits] = toSignAndDigits(locale, value, style);
  // A word joiner, as a line may break between a sign and a currency symbol.
  return locale === "nl" ? `€\u00a0${mark}${digits}` : `${mark && mark + "\u2060"}€${digits}`;
}

/** A share from 0 to 1 as a whole percentage. */
export const formatPercent = (locale: Locale, share: number): string =>
  `${formatNumber(locale, shift(share, 2), { maxDecimals: 0 })}%`;
