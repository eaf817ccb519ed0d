import type { Locale } from "./locales.ts";
import { toSignAndDigits } from "./format-number.ts";

/** The decimals of a number that is formatted without options. */
const MAX_DECIMALS = 3;

const isSupported = (tag: unknown): tag is Locale => tag === "en" || tag === "nl";

/** An object that makes the complete one when something other than its own properties is asked of it. */
const completed = <T extends object>(plain: Partial<T>, complete: () => T): T =>
  new Proxy(plain as T, {
    get(target, key) {
      if (Reflect.has(target, key)) return Reflect.get(target, key) as unknown;
      const whole = complete();
      const value: unknown = Reflect.get(whole, key);
      return typeof value === "function" ? value.bind(whole) : value;
    },
  });

/** A constructor whose objects `make` makes, called with `new` or without; its own properties stay. */
const replaced = <T extends object, Made extends object>(
  constructor: T,
  make: (locale?: string, options?: object) => Made,
): T =>
  new Proxy(constructor, {
    construct: (_, [locale, options]) => make(locale, options),
    apply: (_, __, [locale, options]) => make(locale, options),
  });

/**
 * Replaces the formats of Intl that messages use, counts without options and plurals, by ones that need
 * no data of the browser. In English and Dutch only 1 is singular. All else is left to Intl.
 */
export function installPlainFormats(intl: Pick<typeof Intl, "NumberFormat" | "PluralRules">): void {
  const { NumberFormat, PluralRules } = intl;
  const style = { maxDecimals: MAX_DECIMALS };
  const numberFormat = replaced(NumberFormat, (locale, options?: Intl.NumberFormatOptions) => {
    const complete = () => new NumberFormat(locale, options);
    if (options || !isSupported(locale)) return complete();
    const format = (value: number) =>
      value >= 0 ? toSignAndDigits(locale, value, style).join("") : complete().format(value);
    return completed<Intl.NumberFormat>({ format }, complete);
  });
  const pluralRules = replaced(PluralRules, (locale, options?: Intl.PluralRulesOptions) => {
    const complete = () => new PluralRules(locale, options);
    if (options?.type !== "cardinal" || !isSupported(locale)) return complete();
    const select = (value: number) => (Math.abs(value) === 1 ? "one" : "other");
    return completed<Intl.PluralRules>({ select }, complete);
  });
  Object.assign(intl, { NumberFormat: numberFormat, PluralRules: pluralRules });
}
