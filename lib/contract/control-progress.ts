import { z } from "zod";
import { id, instant } from "./schema-types.ts";

/** When a newer control begins at locations of a control, and at how many. */
const controlOverride = z
  .object({
    time: instant,
    locations: z.number().int().meta({ description: "Addressed locations that it takes over" }),
  })
  .meta({ id: "ControlOverride" });

/** What newer controls take over of a control, who issued it, and what it delivered. */
export const controlProgress = {
  locations_in_force: z.number().int().nullable().optional().meta({
    description:
      "Addressed locations where no newer control is in force now; null unless this control is in force",
  }),
  next_override: controlOverride.nullable().optional().meta({
    description: "The next newer control that takes over locations of this one; null: none",
  }),
  issued_by: z.string().nullable().optional().meta({
    description:
      "The actor, or the id of the API key; of an approved one the requester. Null where it was not recorded",
  }),
  rule_id: id.nullable().optional().meta({ description: "The rule that issued or requested it" }),
  delivered_kwh: z.number().nullable().optional().meta({
    description:
      "Measured less counterfactual over finished intervals, in kWh; null while nothing is measured",
  }),
  delivered_share: z.number().nullable().optional().meta({
    description:
      "Delivered over planned in finished intervals, as in the delivery of the control; null while it is not known",
  }),
};
