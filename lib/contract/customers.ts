import { z } from "zod";
import { id, instant, listSchema, name, paging, search, sortBy } from "./schema-types.ts";

export const language = z
  .enum(["en-US", "nl-NL"])
  .meta({ id: "Language", default: "nl-NL", description: "nl-NL where none was ever set" });
export type Language = z.infer<typeof language>;
/** The language of a customer without a stored one. */
export const DEFAULT_LANGUAGE: Language = "nl-NL";

const groupId = id.nullable().optional().meta({ description: "Group the customer belongs to" });

export const customer = z
  .object({
    id,
    created_at: instant,
    name: z.string(),
    email: z.string(),
    language: language.optional(),
    group_id: groupId,
  })
  .meta({ id: "Customer" });
export type Customer = z.infer<typeof customer>;

/** An omitted optional field keeps its value; `group_id: null` removes the customer from its group. */
export const customerUpdate = z
  .strictObject({ name, language: language.optional(), group_id: groupId })
  .meta({ id: "CustomerUpdate" });
export type CustomerUpdate = z.infer<typeof customerUpdate>;

export const customerCreate = z
  .strictObject({
    name,
    email: z.email().max(254),
    language: language.optional(),
    group_id: groupId,
  })
  .meta({ id: "CustomerCreate" });
export type CustomerCreate = z.infer<typeof customerCreate>;

export const customerList = listSchema(customer).meta({ id: "CustomerList" });
export const customersQuery = z.object({
  ...paging,
  search: search.meta({
    description:
      "Keeps those whose name or e-mail address contains this text, and those with a location whose address or town starts with it, ignoring case",
  }),
  sort: sortBy(["name", "email", "language", "group_name", "created_at", "id"], "name"),
  group_id: id.optional(),
});
