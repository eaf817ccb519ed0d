import { z } from "zod";
import { id, instant, listOf, paging } from "./values.ts";

/** A call that changed something, or tried to, as the service wrote it down. */
export const apiCall = z
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
  })
  .meta({ id: "ApiCall" });
export type ApiCall = z.infer<typeof apiCall>;

export const apiCallList = listOf(apiCall).meta({ id: "ApiCallList" });

export const apiCallsQuery = z.object({
  ...paging,
  request_id: z.string().max(64).optional(),
  operation: z.string().max(100).optional(),
  caller: id.optional(),
});
export type ApiCallsQuery = z.output<typeof apiCallsQuery>;
