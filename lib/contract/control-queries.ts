import { z } from "zod";
import { controlReason, controlState, controlType } from "./controls.ts";
import { id, paging, queryInstant, search, sortBy } from "./schema-types.ts";

export const controlsQuery = z.object({
  ...paging,
  as_of: id.optional().meta({
    description:
      "Extension: shows the list as it stood when this control was the newest; the `Link` header carries it, so that pages stand still while new controls arrive",
  }),
});
export const controlSummariesQuery = z.object({
  ...paging,
  search: search.meta({
    description:
      "Keeps those whose id, target (its id or name) or reason contains this text, and those that affected a location with exactly this id, or whose address or town starts with this text (of more than 500, the first by id), ignoring case",
  }),
  sort: sortBy(
    [
      "created_at",
      "time_from",
      "type",
      "target",
      "state",
      "reason",
      "locations",
      "devices",
      "energy_kwh",
      "id",
      "relevance",
    ],
    "-created_at",
  ).meta({
    description:
      "relevance: those in force, the newest first; those to come, the next first; the others, the latest first",
  }),
  type: controlType.optional(),
  state: controlState.optional(),
  reason: z
    .enum([...controlReason.options, "none"])
    .optional()
    .meta({
      description: "Keeps those issued for this reason; none: those without a reason",
    }),
  group_id: id.optional().meta({ description: "Keeps the controls issued against this group" }),
  from: queryInstant.meta({ description: "Keeps those that stop after this moment" }),
  to: queryInstant.meta({ description: "Keeps those that start before this moment" }),
});
