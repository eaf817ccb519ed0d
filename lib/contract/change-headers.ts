import { z } from "zod";

/** Optional headers of every operation that changes data. */
export const changeHeaders = z.object({
  "Idempotency-Key": z
    .string()
    .regex(/^[\x20-\x7e]{1,200}$/, "must have 1 to 200 printable ASCII characters")
    .optional()
    .meta({
      description:
        "Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free",
    }),
});
