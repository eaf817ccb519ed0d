import { z } from "zod";
import { instant } from "./schema-types.ts";

/** The actor on whose behalf a request is made, as the owner of the key names them. */
export const actorHeaders = z.object({
  "Control-Actor": z
    .string()
    .regex(/^[\x20-\x7e]{1,200}$/, "must have 1 to 200 printable ASCII characters")
    .optional()
    .meta({
      description:
        "The person on whose behalf this is requested, by a name that the owner of the API key vouches for. It counts only for keys with the scope `keys`; otherwise the key itself is the requester",
    }),
});

const why = z
  .string()
  .max(200)
  .refine((text) => text.trim() !== "", "must not be empty");

export const controlPauseOrder = z
  .strictObject({ reason: why.meta({ description: "Why, for those who are refused meanwhile" }) })
  .meta({ id: "ControlPauseOrder" });

/** Whether new controls are refused. Cancelling, and controls accepted before, are not affected. */
export const controlPause = z
  .object({
    paused: z.boolean(),
    since: instant.nullable(),
    by: z.string().nullable().meta({ description: "The actor, or the id of the API key" }),
    reason: z.string().nullable(),
    setpoints_late_since: instant.nullable().optional().meta({
      description:
        "When setpoints were last sent, while sending them is overdue: controls may not be followed. Null while it is not",
    }),
  })
  .meta({
    id: "ControlPause",
    description:
      "While paused, new controls, requests and approvals are refused; reads and cancels go on, and so do controls that were accepted before, also those that are still to begin",
  });
export type ControlPause = z.infer<typeof controlPause>;
