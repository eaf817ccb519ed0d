import { z } from "zod";
import { controlState } from "./controls.ts";
import {
  id,
  injectionKw,
  instant,
  listSchema,
  paging,
  queryInteger,
  search,
  sortBy,
} from "./schema-types.ts";

const count = (description: string) => z.number().int().min(0).meta({ description });

/**
 * Outcomes of a control by device. `executed` means that the device acknowledged the setpoint; a
 * device that does not acknowledge in time is `unknown`, and later `failed`.
 */
const deviceOutcomes = z
  .object({
    addressed: count("Controllable devices that the control addresses"),
    pending: count("Not sent yet, or sent and still within the time to acknowledge"),
    executed: count("Acknowledged by the device"),
    failed: count("Reported a failure, or never acknowledged"),
    unsupported: count(
      "Cannot follow setpoints: reported so, or registered as not controllable; the latter are not counted as addressed",
    ),
    unknown: count("Dispatched, and not acknowledged in time"),
    not_dispatched: count("The control ended or was overridden before the setpoint was sent"),
  })
  .meta({ id: "DeviceOutcomes" });
export type DeviceOutcomes = z.infer<typeof deviceOutcomes>;

/** Planned and measured change over the part of an interval that a control covers. */
export const deliveredEffect = z
  .object({
    time_from: instant,
    time_to: instant,
    isp: z.number().int(),
    planned: injectionKw(
      "Planned change of the locations where this control was not overridden, and which were not excluded later",
    ),
    locations: count("Those locations"),
    reporting: count("Of them, those whose meter reported over this part"),
    before: injectionKw("Plan without the control, of those that reported").optional(),
    counterfactual: injectionKw(
      "What those that reported would have done without the control, given the sun and the load of this interval",
    ).optional(),
    measured: injectionKw("Measured at those that reported").optional(),
    delivered: injectionKw("measured − counterfactual").optional(),
    forecast_error: injectionKw(
      "counterfactual − before: what the weather and the load changed",
    ).optional(),
    uncertainty: z.number().min(0).optional().meta({
      description:
        "Half the width of the 90 % band of `delivered`, in kW; 0 where everything was measured",
    }),
  })
  .meta({
    id: "DeliveredEffect",
    description:
      "What was measured, and all that follows from it, is absent until this part has been measured",
  });
export type DeliveredEffect = z.infer<typeof deliveredEffect>;

/** Planned and delivered change of a control, and the outcomes of its devices. */
export const controlDelivery = z
  .object({
    control_id: id,
    state: controlState,
    time: instant.meta({ description: "When this was read" }),
    results: z.array(deliveredEffect),
    planned_kwh: z.number().meta({
      description: "Planned change until now, in kWh; of the running interval the minutes gone",
    }),
    delivered_kwh: z.number().nullable().meta({
      description:
        "Measured less counterfactual over finished intervals, in kWh; null while nothing is measured",
    }),
    delivered_share: z.number().nullable().meta({
      description:
        "Delivered over planned in finished intervals; the plan of locations without data counts as not delivered; null while nothing is measured or nothing was planned",
    }),
    forecast_error_kwh: z.number().nullable().meta({
      description:
        "Counterfactual less plan over finished intervals, in kWh: what the weather and the load changed, which is not the control's",
    }),
    uncertainty_kwh: z.number().nullable().meta({
      description: "Half the width of the 90 % band of `delivered_kwh`, in kWh",
    }),
    devices: deviceOutcomes,
  })
  .meta({ id: "ControlDelivery" });
export type ControlDelivery = z.infer<typeof controlDelivery>;

const deliveryState = z
  .enum(["pending", "acknowledged", "unknown", "failed", "not_dispatched"])
  .meta({ id: "DeliveryState" });
export type DeliveryState = z.infer<typeof deliveryState>;

/** Delivery and outcomes of a control at one location. */
const locationDelivery = z
  .object({
    location_id: id,
    customer_name: z.string(),
    address: z.string().nullable(),
    state: deliveryState,
    dispatched_at: instant
      .nullable()
      .meta({ description: "When its setpoint first left; null: not yet" }),
    acknowledged_at: instant.nullable(),
    devices: deviceOutcomes,
    planned_kwh: z.number().meta({
      description: "Planned change until now, in kWh; of the running interval the minutes gone",
    }),
    delivered_kwh: z.number().nullable().meta({
      description:
        "Measured less counterfactual over those, in kWh; null while nothing is measured",
    }),
    uncertainty_kwh: z.number().nullable().meta({
      description: "Half the width of the 90 % band of `delivered_kwh`, in kWh",
    }),
  })
  .meta({ id: "LocationDelivery" });
export type LocationDelivery = z.infer<typeof locationDelivery>;
export const locationDeliveryList = listSchema(locationDelivery).meta({
  id: "LocationDeliveryList",
});
export const locationDeliveriesQuery = z.object({
  ...paging,
  search: search.meta({
    description: "Keeps where the customer, the address or the location's id contains this text",
  }),
  sort: sortBy(
    ["location_id", "address", "customer_name", "state", "dispatched_at", "acknowledged_at"],
    "location_id",
  ),
  state: deliveryState.optional(),
  outcome: deviceOutcomes.omit({ addressed: true }).keyof().optional().meta({
    id: "DeviceOutcome",
    description: "Keeps the locations where a device has this outcome",
  }),
});

/** A part of the customers of a control, in the order of their ids: there may be a hundred thousand. */
export const controlCustomersQuery = z.object({
  limit: queryInteger(1, 10_000, 10_000).meta({ description: "Customers at once, 1 to 10,000" }),
  after: id.optional().meta({ description: "Continues after this customer" }),
});
export const controlCustomers = z
  .object({
    control_id: id,
    customer_ids: z.array(id),
    next: id
      .nullable()
      .meta({ description: "`after` of the next part; null when this is the last" }),
  })
  .meta({ id: "ControlCustomers" });
export type ControlCustomers = z.infer<typeof controlCustomers>;
