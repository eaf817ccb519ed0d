/** As much of a translator as this needs; every one of next-intl's has it. */
interface Texts {
  (key: never, values?: never): string;
  has(key: never): boolean;
}

/** The text of a key that is only known at run time; a fallback where there is none. */
export const optionalMessage = (
  t: Texts,
  key: string,
  otherwise: string,
  values: Record<string, string | number> = {},
): string => (t.has(key as never) ? t(key as never, values as never) : otherwise);
