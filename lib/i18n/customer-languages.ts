import type { Language } from "../contract/customers.ts";

/** What people call each language a customer can be written to in. */
export const languages: Record<Language, string> = { "nl-NL": "Nederlands", "en-US": "English" };

/** The language of a customer for whom none was ever set. */
export const FALLBACK_LANGUAGE: Language = "nl-NL";
