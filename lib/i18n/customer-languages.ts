import type { Language } from "../contract/customers.ts";

/** The display name of each language of customers. */
export const languages: Record<Language, string> = { "nl-NL": "Nederlands", "en-US": "English" };

/** The language of a customer without a stored one. */
export const FALLBACK_LANGUAGE: Language = "nl-NL";
