/** The methods of a next-intl translator that are used here. */
interface OptionalTranslator {
  (key: never, values?: never): string;
  has(key: never): boolean;
}

/** The message of a key that is only known at run time; a fallback if it is missing. */
export const optionalMessage = (
  t: OptionalTranslator,
  key: string,
  otherwise: string,
  values: Record<string, string | number> = {},
): string => (t.has(key as never) ? t(key as never, values as never) : otherwise);
