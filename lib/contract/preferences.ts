import { z } from "zod";
import { id, instant } from "./schema-types.ts";

/** Why preferences of customers, or the rotation of a group, exclude a location from a control. */
export const exclusionReason = z
  .enum([
    "opted_out",
    "opted_out_of_control",
    "paused_at_site",
    "hours_off",
    "monthly_cap",
    "rotation",
  ])
  .meta({
    id: "ExclusionReason",
    description:
      "opted_out: of all controls; opted_out_of_control: of this one, of the one it replaces or of one of the same type in these hours; paused_at_site: until a time, by a switch at the location; hours_off: hours or days without controls; monthly_cap: the maximum hours per month are reached; rotation: it is the turn of other locations of the group",
  });
export type ExclusionReason = z.infer<typeof exclusionReason>;

/** The locations of a control's target that preferences exclude for one reason. */
export const controlExclusion = z
  .object({
    reason: exclusionReason,
    customers: z.number().int().meta({
      description:
        "Customers with such a location. One whose locations are excluded for several reasons counts for the first of them, so that they add up",
    }),
    locations: z.number().int().meta({ description: "Locations excluded from the whole window" }),
    partial: z
      .number()
      .int()
      .meta({ description: "Locations excluded from a part of the window; they are addressed" }),
  })
  .meta({ id: "ControlExclusion" });
export type ControlExclusion = z.infer<typeof controlExclusion>;

/** The exclusions of a control, in previews and details. */
export const excluded = z.array(controlExclusion).optional().meta({
  description:
    "What preferences of customers and the rotation of a group exclude from it, by reason; absent where a service does not say",
});

const clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):(00|15|30|45)$/, "must be a quarter-hour of the clock, such as 17:30");

/** Hours without controls on some days of the week. */
export const hoursOff = z
  .strictObject({
    days: z
      .array(z.number().int().min(0).max(6))
      .min(1)
      .max(7)
      .meta({ description: "Days of the week on which they begin; 0 is Sunday" }),
    time_from: clock.meta({ description: "Local time in Europe/Amsterdam" }),
    time_to: clock.meta({
      description:
        "Local time; if it is not later than `time_from` it is on the next day. Equal times are 24 hours",
    }),
  })
  .meta({ id: "HoursOff" });
export type HoursOff = z.infer<typeof hoursOff>;

const MAX_HOURS = 744;
const share = z.number().min(0).max(1);
const chosen = {
  opted_out: z.boolean().meta({ description: "Opted out of all controls" }),
  battery_reserve: share.meta({
    description:
      "Share of the capacity of each controllable battery that stays in it: it is not discharged below",
  }),
  hours_off: z.array(hoursOff).max(20).meta({ description: "Hours and days without controls" }),
  max_hours_per_month: z.number().min(0).max(MAX_HOURS).nullable().meta({
    description:
      "Maximum hours under control at each location in a calendar month; null: no maximum",
  }),
  email_notices: z.boolean().meta({
    description: "Whether notices of controls may be sent by e-mail; the service sends none",
  }),
};

/** What the customers of a group may choose. */
const limits = {
  opt_out: z.boolean().meta({ description: "Whether customers may opt out of all controls" }),
  control_opt_out: z
    .boolean()
    .meta({ description: "Whether customers may opt out of a single control" }),
  max_battery_reserve: share.meta({ description: "Largest battery reserve, as a share" }),
  max_hours_off_per_week: z
    .number()
    .min(0)
    .max(168)
    .meta({ description: "Most hours off in a week, in total" }),
  min_hours_per_month: z.number().min(0).max(MAX_HOURS).nullable().meta({
    description: "Smallest maximum of hours per month; null: customers may not set a maximum",
  }),
};
export const preferenceLimits = z.object(limits).meta({
  id: "PreferenceLimits",
  description: "What customers may choose, as their group allows it",
});
export type PreferenceLimits = z.infer<typeof preferenceLimits>;

/** The limits of customers whose group sets none. */
export const NO_PREFERENCE_LIMITS: PreferenceLimits = {
  opt_out: true,
  control_opt_out: true,
  max_battery_reserve: 1,
  max_hours_off_per_week: 168,
  min_hours_per_month: 0,
};

export const customerPreferences = z
  .object({
    ...chosen,
    updated_at: instant.nullable().meta({ description: "null: never changed" }),
    allowed: preferenceLimits,
    paused: z
      .array(z.object({ location_id: id, until: instant }).meta({ id: "LocationPause" }))
      .optional()
      .meta({
        description:
          "Locations without controls until a time, by a switch there; absent where a service does not say",
      }),
  })
  .meta({
    id: "CustomerPreferences",
    description: "What a customer allows, as far as the group allows it",
  });
export type CustomerPreferences = z.infer<typeof customerPreferences>;

/** An omitted field keeps its value. */
export const customerPreferencesUpdate = z
  .strictObject(chosen)
  .partial()
  .meta({ id: "CustomerPreferencesUpdate" });
export type CustomerPreferencesUpdate = z.infer<typeof customerPreferencesUpdate>;

export const preferenceLimitsUpdate = z
  .strictObject(limits)
  .partial()
  .meta({ id: "PreferenceLimitsUpdate" });
export type PreferenceLimitsUpdate = z.infer<typeof preferenceLimitsUpdate>;

/** Opting out of a control takes no options: an empty object. */
export const controlOptOutOrder = z.strictObject({}).meta({ id: "ControlOptOutOrder" });

/** Whether a customer opted out of a control. */
export const controlOptOut = z
  .object({
    opted_out: z.boolean(),
    effective_from: instant.nullable().meta({
      description: "The minute from which this applies; null: the control has ended",
    }),
  })
  .meta({ id: "ControlOptOut" });
export type ControlOptOut = z.infer<typeof controlOptOut>;
