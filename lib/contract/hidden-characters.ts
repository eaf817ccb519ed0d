/**
 * Control characters, line separators, and characters that embed, override or isolate the text
 * direction (UAX #9): they are invisible and change how the text next to them is read. Direction
 * marks (U+200E, U+200F, U+061C) are allowed, because names written from right to left contain
 * them.
 */
const hidden = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069\u206A-\u206F\uFFF9-\uFFFB]/u;
/** The same, except line breaks and tabs, for a text of several lines. */
const hiddenInText =
  /[^\P{Cc}\t\r\n]|[\u2028\u2029\u202A-\u202E\u2066-\u2069\u206A-\u206F\uFFF9-\uFFFB]/gu;

/** The message for a name with such a character. */
export const HIDDEN_CHARACTERS =
  "must not contain control characters or characters that change the direction of text";

/** Whether a single-line name contains a hidden character. */
export const hasHiddenCharacters = (name: string): boolean => hidden.test(name);

/** A text with a visible mark (U+FFFD) in place of every hidden character. */
export const markHidden = (text: string): string => text.replace(hiddenInText, "\uFFFD");
