import { z } from "zod";

/** What may travel beside every change, in a header. */
export const changeHeaders = z.object({
  "Idempotency-Key": z
    .string()
    .regex(/^[\x20-\x7e]{1,200}$/, "must have 1 to 200 printable ASCII characters")
    .optional()
    .meta({
      description:
        "Extension: the same key with the same request answers what the first one was answered, with `Idempotent-Replay: true`; with another request it is a 422, and while the first is under way a 409. Kept for 24 hours; a request that was refused leaves its key free",
    }),
});
