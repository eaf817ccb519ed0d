import { z } from "zod";

type ProblemError = NonNullable<Problem["errors"]>[number];

/** Maximum number of errors in a problem. */
export const MAX_ERRORS = 20;
const MAX_POINTER_LENGTH = 200;
const MAX_ERROR_LENGTH = 300;
/** Maximum length of a problem's `detail`, in UTF-16 code units. */
export const MAX_DETAIL_LENGTH = 1_000;

/** Truncates a text to a length including the ellipsis, without splitting a surrogate pair. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const head = text.slice(0, maxLength - 1);
  const isCutPair = /[\uD800-\uDBFF]$/.test(head);
  return `${isCutPair ? head.slice(0, -1) : head}…`;
}

/**
 * The first twenty errors, each truncated, and the total if there are more.
 * @param count the total, if `errors` has only the first of them
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

/** A stable code of a detail, for translation, and its values. */
const named = {
  code: z.string().optional().meta({ description: "Extension: stable name of this detail" }),
  values: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .optional()
    .meta({
      description: "Extension: what the detail speaks of, such as a limit",
    }),
};

/** The error response of every operation (RFC 9457, `application/problem+json`). */
export const problem = z
  .object({
    type: z.string().meta({ description: "Stable URI of the kind of problem" }),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    ...named,
    errors: z
      .array(
        z.object({
          pointer: z.string().meta({
            description:
              "JSON pointer into the body (`#/time_to`), or `query/…`, `path/…`, `header/…`",
          }),
          detail: z.string(),
          ...named,
        }),
      )
      .optional(),
    error_count: z.number().int().optional().meta({
      description:
        "Extension: how many errors there are, where `errors` lists only the first of them",
    }),
    request_id: z.string().meta({ description: "Quote it when you ask about this answer" }),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof problem>;
