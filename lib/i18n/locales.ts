/** The languages every text of the portal has. */
export const locales = ["en", "nl"] as const;
export type Locale = (typeof locales)[number];

/** Where nobody chose and the browser asks for neither; the contract's `nl-NL`. */
export const DEFAULT_LOCALE: Locale = "nl";

/** Keeps the language of who is not signed in, and of staff who chose one. */
export const LOCALE_COOKIE = "locale";

/** A text as a locale of ours, by the first part of its language tag; null for others. */
export function toLocale(tag: string | null | undefined): Locale | null {
  const primary = tag?.trim().toLowerCase().split(/[-_]/)[0];
  return locales.find((locale) => locale === primary) ?? null;
}

/** The best of ours for an `Accept-Language` header; null where it asks for none of them. */
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
