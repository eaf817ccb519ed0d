import { z } from "zod";
import { actorHeaders } from "./control-pause.ts";
import { controlProgress } from "./control-progress.ts";
import { excluded } from "./preferences.ts";
import { id, injectionKw, instant, listSchema, optionalInstant } from "./schema-types.ts";

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

/**
 * Directions, from the grid's side: raise injection as far as possible; no net export; lower
 * injection as far as possible.
 */
export const controlType = z.enum(["MAX_PRODUCTION", "ZERO_EXPORT", "MAX_CONSUMPTION"]).meta({
  id: "ControlType",
  description:
    "MAX_PRODUCTION raises injection as far as it goes, ZERO_EXPORT allows no net export, MAX_CONSUMPTION lowers injection as far as it goes",
});
export type ControlType = z.infer<typeof controlType>;

/** Reason given when a control was issued. */
export const controlReason = z.enum(["price", "grid", "test"]).meta({
  id: "ControlReason",
  description:
    "price: the price of electricity asks for it, grid: the grid asks for it, test: it is a test",
});
export type ControlReason = z.infer<typeof controlReason>;
/** The reason in responses. */
export const recordedReason = controlReason
  .nullable()
  .meta({ description: "Why it was issued; null: no reason given" });

export const controlEffect = z
  .object({
    time_from: instant,
    time_to: instant,
    isp: z.number().int().meta({
      description: "Number of the quarter-hour within the local day of Europe/Amsterdam, from 1",
    }),
    before: injectionKw("Plan in force when the control was accepted"),
    after: injectionKw("Plan with this control"),
    delta: injectionKw("after − before"),
  })
  .meta({ id: "ControlEffect" });
export type ControlEffect = z.infer<typeof controlEffect>;

/** A later change to the plan of a control. */
export const controlShift = z
  .object({
    time_from: instant,
    time_to: instant,
    isp: z.number().int().meta({
      description: "Number of the quarter-hour within the local day of Europe/Amsterdam, from 1",
    }),
    delta: injectionKw("Change of the plan"),
  })
  .meta({ id: "ControlShift" });
export type ControlShift = z.infer<typeof controlShift>;

const rebound = z.array(controlShift).optional().meta({
  description:
    "What the control changes after its window, for instance because batteries are fuller or emptier: from the first to the last quarter-hour with a change, at most seven days. Minutes of other controls are left out: those are restated. Absent where a service does not say",
});
const reboundKwh = z.number().optional().meta({
  description: "Sum of the rebound, in kWh; positive is more net injection",
});

/** A change that another control made in the plan of a control. */
export const controlRestatement = z
  .object({
    time: instant.meta({ description: "When the other control was accepted or cancelled" }),
    control_id: id.nullable().meta({
      description: "The other control; null: this key may not read it",
    }),
    type: controlType.meta({ description: "Direction of the other control" }),
    cancelled: z.boolean().meta({
      description: "Whether the other control was cancelled at that time; false: it was accepted",
    }),
    results: z.array(controlShift).meta({
      description:
        "Change of what this control does in its own window, from the first to the last interval with a change",
    }),
  })
  .meta({ id: "ControlRestatement" });
export type ControlRestatement = z.infer<typeof controlRestatement>;

export const control = z
  .object({
    id,
    created_at: instant,
    time_from: instant,
    time_to: instant,
    type: controlType,
    results: z.array(controlEffect),
  })
  .meta({ id: "ControlRequest" });
export type Control = z.infer<typeof control>;

/** The body of issuing a control. */
export const controlOrder = z
  .strictObject({
    type: controlType,
    time_from: optionalInstant.meta({
      description:
        "Start, rounded up to the next full minute; the current minute when absent, null or empty",
    }),
    time_to: optionalInstant.meta({
      description:
        "End, rounded up to the next full minute; the end of the quarter of an hour in which the control starts when absent, null or empty",
    }),
  })
  .meta({ id: "ControlOrder" });
export type ControlOrder = z.infer<typeof controlOrder>;

/** Optional headers of issuing a control; the documented body has no extensions. */
export const controlHeaders = changeHeaders.extend({
  ...actorHeaders.shape,
  "Control-Reason": controlReason.optional().meta({
    description: "Extension: why the control is issued; affected customers see it",
  }),
  "Control-Replaces": id.optional().meta({
    description:
      "Extension: the id of a control of the same target that this one replaces. It is cancelled from the next minute on when this one is accepted; if either is refused, nothing changes",
  }),
});

/** Cancelling takes no options: an empty object. */
export const controlCancel = z.strictObject({}).meta({ id: "ControlCancel" });

export const controlTarget = z
  .object({ kind: z.enum(["bidding_zone", "group"]), id, name: z.string() })
  .meta({ id: "ControlTarget" });
export type ControlTarget = z.infer<typeof controlTarget>;

/** An earlier control that a new one would override for some minutes. */
const overlappingControl = z
  .object({
    id,
    type: controlType,
    target: controlTarget,
    time_from: instant,
    effective_to: instant,
  })
  .meta({ id: "OverlappingControl" });
export type OverlappingControl = z.infer<typeof overlappingControl>;

/** Why a control needs approval: the exceeded limit and the excess. */
export const approvalReason = z
  .object({
    code: z.string().meta({
      description:
        "over-max-kw, over-max-share, either with -together where it is over with others that no second person approved, or zone-wide",
    }),
    detail: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  })
  .meta({ id: "ApprovalReason" });
export type ApprovalReason = z.infer<typeof approvalReason>;

/** The expected effect of a control; nothing is recorded or sent. */
export const controlPreview = z
  .object({
    time_from: instant,
    time_to: instant,
    type: controlType,
    results: z.array(controlEffect),
    sure: z.array(z.number()).optional().meta({
      description:
        "For each of `results` the change in kW, with the sign of its `delta`, that is reached or exceeded with a probability of nine in ten",
    }),
    rebound,
    rebound_kwh: reboundKwh,
    locations: z.number().int().meta({ description: "Locations that would be addressed" }),
    devices: z.number().int().meta({ description: "Devices that would be addressed" }),
    unsupported: z
      .number()
      .int()
      .meta({ description: "Locations of the target without a device that can be controlled" }),
    excluded,
    no_recent_data: z
      .number()
      .int()
      .meta({ description: "Addressed locations without any data in the last day" }),
    overlapping: z.number().int().meta({
      description: "Earlier controls that share minutes and locations with this one",
    }),
    overlaps: z
      .array(overlappingControl)
      .meta({ description: "Of those, the latest to be accepted: at most 20, newest first" }),
    approval: z.array(approvalReason).optional().meta({
      description:
        "Why it takes a second person; empty when it takes none, absent where a service does not say",
    }),
  })
  .meta({ id: "ControlPreview" });
export type ControlPreview = z.infer<typeof controlPreview>;

/** State of a control by time; the outcomes of devices are separate. */
export const controlState = z
  .enum(["scheduled", "active", "ended", "cancelled"])
  .meta({ id: "ControlState" });
export type ControlState = z.infer<typeof controlState>;

const reach = {
  target: controlTarget,
  reason: recordedReason,
  state: controlState,
  superseded: z.boolean().meta({
    description: "Whether a newer control took over minutes of this one, at one location or more",
  }),
  cancelled_at: instant.nullable(),
  effective_to: instant.meta({
    description: "When it stops: `time_to`, or the minute from which it was cancelled",
  }),
  locations: z.number().int().meta({
    description:
      "Locations that it addressed when it was accepted, with those that were excluded later",
  }),
  devices: z.number().int().meta({ description: "Devices at these locations" }),
  unsupported: z
    .number()
    .int()
    .meta({ description: "Locations of the target without a device that can be controlled" }),
  energy_kwh: z.number().meta({
    description: "Sum of the deltas over the window, in kWh; positive is more net injection",
  }),
  rebound_kwh: reboundKwh,
  ...controlProgress,
};

export const controlDetail = control
  .extend({
    ...reach,
    cancelled_effect: z.array(controlEffect).meta({
      description:
        "What cancelling changed in the plan, from `effective_to` to `time_to`; empty when not cancelled",
    }),
    excluded_effect: z.array(controlShift).optional().meta({
      description:
        "What customers changed in the plan who were excluded after it was accepted, from the first to the last interval with a change. `results` stays as answered; absent where a service does not say",
    }),
    rebound,
    excluded: excluded.meta({
      description:
        "What preferences of customers and the rotation of a group exclude from it now, by reason, with those who opted out after it was accepted; these are among its `locations`. Absent where a service does not say",
    }),
    restatements: z.array(controlRestatement).optional().meta({
      description:
        "What controls that were accepted or cancelled later changed in this control's window, outside of their own windows, oldest first. `results` stays as answered; absent where a service does not say",
    }),
  })
  .meta({ id: "ControlDetail", description: "A control with what it was issued against" });
export type ControlDetail = z.infer<typeof controlDetail>;

export const controlSummary = control
  .omit({ results: true })
  .extend(reach)
  .meta({ id: "ControlSummary", description: "A control without its intervals" });
export type ControlSummary = z.infer<typeof controlSummary>;

export const controlList = listSchema(control).meta({ id: "ControlList" });
export const controlSummaryList = listSchema(controlSummary).meta({ id: "ControlSummaryList" });
