/** Joins class names and leaves out what is not given. */
export const classNames = (...parts: (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(" ");
