import { z } from "zod";

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
