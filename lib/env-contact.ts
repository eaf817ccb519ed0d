import { z } from "zod";

/** Whom customers can reach with questions. */
export const contactSettings = {
  CONTACT_NAME: z.string().trim().max(80, "must have at most 80 characters").optional(),
  CONTACT_PHONE: z
    .string()
    .trim()
    .regex(/^\+?[\d() -]{4,30}$/, "must be a phone number, such as +31 20 123 4567")
    .optional(),
  CONTACT_EMAIL: z.email("must be an e-mail address").optional(),
};
