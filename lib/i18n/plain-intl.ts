import type { Locale } from "./locales.ts";
import { toSignAndDigits } from "./format-number.ts";

/** The decimals of a number that is formatted without options. */
const MAX_DECIMALS = 3;

const isSupported = (tag: unknown): tag is Locale => tag === "en" || tag === "nl";

/**
 * Replaces the formats of Intl that messages use, counts without options and plurals, by ones that need
 * no data of the browser. In English and Dutch only 1 is singular. All else is left to Intl.
 */
export function installPlainFormats(intl: Pick<typeof Intl, "NumberFormat" | "PluralRules">): void {
  const { NumberFormat, PluralRules } = intl;
  Object.assign(intl, {
    NumberFormat: function (locale?: string, options?: Intl.NumberFormatOptions) {
      if (options || !isSupported(locale)) return new NumberFormat(locale, options);
      const style = { maxDecimals: MAX_DECIMALS };
      const format = (value: number) =>
        value >= 0
          ? toSignAndDigits(locale, value, style).join("")
          : new NumberFormat(locale).format(value);
      return { format };
    },
    PluralRules: function (locale?: string, options?: Intl.PluralRulesOptions) {
      if (options?.type !== "cardinal" || !isSupported(locale))
        return new PluralRules(locale, options);
      return { select: (value: number) => (value === 1 ? "one" : "other") };
    },
  });
}
