import type { Problem } from "./problem.ts";

export type ProblemError = NonNullable<Problem["errors"]>[number];

/** How many errors a problem lists. */
export const MAX_ERRORS = 20;
const MAX_POINTER_LENGTH = 200;
const MAX_ERROR_LENGTH = 300;
/** How long a problem's own `detail` is at most, in UTF-16 code units. */
export const MAX_DETAIL_LENGTH = 1_000;

/** Cuts a text to a length, ellipsis included, and never through a surrogate pair. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const kept = text.slice(0, maxLength - 1);
  const isCutPair = /[\uD800-\uDBFF]$/.test(kept);
  return `${isCutPair ? kept.slice(0, -1) : kept}…`;
}

/**
 * What a problem says of the errors that were found: the first twenty, each of a limited length, and
 * their number where there are more.
 * @param count how many there are, where `errors` are only the first of them.
 */
export function boundErrors(
  errors: readonly ProblemError[],
  count = errors.length,
): Pick<Problem, "errors" | "error_count"> {
  const listed = errors.slice(0, MAX_ERRORS).map((error) => ({
    ...error,
    pointer: truncate(error.pointer, MAX_POINTER_LENGTH),
    detail: truncate(error.detail, MAX_ERROR_LENGTH),
  }));
  return { errors: listed, ...(count > listed.length && { error_count: count }) };
}
