import { z } from "zod";
import { id, instant, listSchema, paging, search } from "./schema-types.ts";

/** A call that changed or tried to change something, as the service recorded it. */
const apiCall = z
  .object({
    id,
    created_at: instant.meta({ description: "When it came in" }),
    caller: z
      .string()
      .meta({ description: "The id of its API key; `configured`: the key of the configuration" }),
    key_name: z.string().nullable(),
    actor: z
      .string()
      .nullable()
      .meta({ description: "On whose behalf, as the owner of the key named them" }),
    operation: z.string(),
    target: z.string().nullable().meta({ description: "What it was done to: `group_id=grp_1`" }),
    time_from: instant.nullable().meta({ description: "For a control: from when it has effect" }),
    time_to: instant.nullable().meta({ description: "For a control: until when it has effect" }),
    status: z
      .number()
      .int()
      .nullable()
      .meta({ description: "HTTP status of the answer; null: none was written down" }),
    request_id: z.string(),
    address: z
      .string()
      .nullable()
      .optional()
      .meta({ description: "Where its connection came from; null: not written down" }),
  })
  .meta({ id: "ApiCall" });
export type ApiCall = z.infer<typeof apiCall>;

export const apiCallList = listSchema(apiCall).meta({ id: "ApiCallList" });

/** The outcome of a call: a status below 400, below 500, from 500 on, or none recorded. */
export const callOutcomes = ["done", "refused", "unclear", "unknown"] as const;
export type CallOutcome = (typeof callOutcomes)[number];

export const apiCallsQuery = z.object({
  ...paging,
  search: search.meta({
    description: "Keeps calls whose actor or key's name contains this text, ignoring case",
  }),
  outcome: z.enum(callOutcomes).optional().meta({
    description: "done: status below 400; refused: 4xx; unclear: 5xx; unknown: none written down",
  }),
  from: z.iso.date().optional().meta({ description: "First day in Amsterdam: 2026-06-01" }),
  to: z.iso.date().optional().meta({ description: "Last day in Amsterdam, included" }),
  before: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "must be the id of a call")
    .optional()
    .meta({ description: "Keeps calls that came in before the one with this id" }),
  request_id: z.string().max(64).optional(),
  operation: z.string().max(100).optional(),
  caller: id.optional(),
});
export type ApiCallsQuery = z.output<typeof apiCallsQuery>;
