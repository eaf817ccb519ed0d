/**
 * Control characters, separators of lines, and what embeds, overrides or isolates the direction of
 * text (UAX #9): nobody sees them, and what stands beside them is read as something else. Marks of
 * direction (U+200E, U+200F, U+061C) belong to names written from right to left.
 */
const hidden = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069\u206A-\u206F\uFFF9-\uFFFB]/u;
/** The same, without the line breaks and tabs of a text of several lines. */
const hiddenInText =
  /[^\P{Cc}\t\r\n]|[\u2028\u2029\u202A-\u202E\u2066-\u2069\u206A-\u206F\uFFF9-\uFFFB]/gu;

/** Says of a name with such a character what would be right. */
export const HIDDEN_CHARACTERS =
  "must not contain control characters or characters that change the direction of text";

/** Whether a name of one line holds a character that nobody sees. */
export const hasHiddenCharacters = (name: string): boolean => hidden.test(name);

/** A text with a visible mark (U+FFFD) for every character that would change how it is read. */
export const markHidden = (text: string): string => text.replace(hiddenInText, "\uFFFD");
