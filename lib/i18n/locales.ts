import type { Language } from "../contract/customers.ts";

/** The display name of each language of customers. */
export const languages: Record<Language, string> = { "nl-NL": "Nederlands", "en-US": "English" };

/** The language of a customer without a stored one. */
export const FALLBACK_LANGUAGE: Language = "nl-NL";

/** The languages of the portal. */
export const locales = ["en", "nl"] as const;
export type Locale = (typeof locales)[number];

/** The default if neither the user nor the browser chooses one; `nl-NL` in the contract. */
export const DEFAULT_LOCALE: Locale = "nl";

/** The cookie with the chosen language of visitors and of staff. */
export const LOCALE_COOKIE = "locale";

/** A text as a supported locale, by its primary language subtag; null for others. */
export function toLocale(tag: string | null | undefined): Locale | null {
  const primary = tag?.trim().toLowerCase().split(/[-_]/)[0];
  return locales.find((locale) => locale === primary) ?? null;
}

/** The best supported locale for an `Accept-Language` header; null if there is none. */
export function acceptedLocale(header: string | null | undefined): Locale | null {
  const wanted = (header ?? "")
    .slice(0, 1000)
    .split(",")
    .map((part) => {
      const [tag, ...rest] = part.split(";");
      const q = rest.find((one) => one.trim().startsWith("q="))?.split("=")[1];
      return { locale: toLocale(tag), weight: q === undefined ? 1 : Number(q) };
    })
    .filter(({ locale, weight }) => locale !== null && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return wanted[0]?.locale ?? null;
}
