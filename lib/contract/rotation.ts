import { z } from "zod";
import { id, instant } from "./schema-types.ts";

const share = z.number().gt(0).max(1).nullable().meta({
  description:
    "The share of what the group could be lowered by that a control of the group addresses, if it lowers injection: locations with the least lost energy per kWp first. Null: all locations",
});

/** At most this many locations are listed, those with the largest share first. */
export const MAX_ROTATION_MEMBERS = 200;

/** What a location carries of a group's lost energy. */
export const rotationMember = z
  .object({
    location_id: id,
    customer_id: id,
    customer_name: z.string(),
    peak_kw: z.number().meta({ description: "Panels that follow controls, in kWp" }),
    lost_kwh: z.number().meta({ description: "Its lost energy in the period, in kWh" }),
    kwh_per_kwp: z.number().meta({ description: "Lost energy per kWp of panels" }),
    share: z.number().meta({ description: "Its share of the group's lost energy, from 0 to 1" }),
  })
  .meta({ id: "RotationMember" });
export type RotationMember = z.infer<typeof rotationMember>;

/** The rotation of a group, and how evenly its lost energy is spread. */
export const groupRotation = z
  .object({
    share,
    since: instant.meta({ description: "Start of the period, 365 days ago" }),
    locations: z.number().int().meta({ description: "Locations with panels that follow controls" }),
    lost_kwh: z.number().meta({ description: "Their lost energy in the period, in kWh" }),
    jain_index: z.number().nullable().meta({
      description:
        "Jain's fairness index of lost kWh per kWp: 1 if it is the same at each location, 1/n if one location has all of it; null: nothing was lost",
    }),
    spread: z
      .array(
        z
          .object({
            percent: z.number().int(),
            kwh_per_kwp: z.number().meta({ description: "Lost energy per kWp of panels" }),
          })
          .meta({ id: "RotationPercentile" }),
      )
      .meta({ description: "Lost kWh per kWp at each tenth of the locations, lowest first" }),
    members: z.array(rotationMember).meta({
      description: `The locations by lost kWh per kWp, highest first; at most ${MAX_ROTATION_MEMBERS}`,
    }),
  })
  .meta({ id: "GroupRotation" });
export type GroupRotation = z.infer<typeof groupRotation>;

export const groupRotationUpdate = z.strictObject({ share }).meta({ id: "GroupRotationUpdate" });
export type GroupRotationUpdate = z.infer<typeof groupRotationUpdate>;
