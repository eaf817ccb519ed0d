import { z } from "zod";
import { controlState } from "./controls.ts";
import { excluded } from "./preferences.ts";
import { id, instant, queryInteger } from "./schema-types.ts";

const eurOrNull = (description: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `${description}, in euros; positive is a gain; null: see \`missing\`` });
const volumeKwh = z.number().meta({
  description:
    "Energy that the control kept from the grid, in kWh: without the control less with it; negative where it raised injection",
});
const uncertaintyKwh = z
  .number()
  .nullable()
  .meta({ description: "Half the width of the 90 % band of `volume_kwh`; null before delivery" });

const contractEur = {
  feed_in_eur: eurOrNull("What changed in the payment of feed-in"),
  import_eur: eurOrNull("What changed in the bill of energy from the grid"),
  compensation_eur: eurOrNull("Compensation of curtailed energy"),
  wear_eur: eurOrNull("Battery wear"),
};

export const missingValueInput = z
  .enum([
    "terms",
    "day_ahead_price",
    "surplus_price",
    "shortage_price",
    "position",
    "portfolio",
    "measurements",
    "battery_throughput",
  ])
  .meta({
    id: "MissingInput",
    description:
      "terms: contract terms of a customer; portfolio: the measured net injection of the bidding zone; measurements: those of a location under the control; battery_throughput: what batteries charged and discharged because of it",
  });
export type MissingInput = z.infer<typeof missingValueInput>;
export const missing = z
  .array(
    z
      .object({
        what: missingValueInput,
        count: z.number().int().meta({
          description:
            "Customers for terms, locations for measurements and battery throughput, otherwise intervals",
        }),
        customers: z
          .array(z.object({ customer_id: id, name: z.string() }).meta({ id: "NamedCustomer" }))
          .optional()
          .meta({
            description:
              "Of terms, in the value of a control: the first 20 of these customers, by id",
          }),
      })
      .meta({ id: "MissingValueInput" }),
  )
  .meta({ description: "What keeps amounts from being known; no amount is estimated for it" });

export const supplierValue = z
  .object({
    eur: eurOrNull("All of it together"),
    energy_eur: eurOrNull("Energy sold and imbalance"),
    ...contractEur,
  })
  .meta({
    id: "SupplierValue",
    description: "An amount of contracts is null if it is unknown for a customer",
  });
export type SupplierValue = z.infer<typeof supplierValue>;

export const customersValue = z
  .object({ eur: eurOrNull("All of it together"), ...contractEur })
  .meta({ id: "CustomersValue" });
export type CustomersValue = z.infer<typeof customersValue>;

export const valuePrice = z
  .object({
    market: z.enum(["day_ahead", "surplus", "shortage"]),
    eur_per_mwh: z.number(),
    source: z.string(),
    vintage: instant.meta({ description: "When it became known" }),
  })
  .meta({ id: "ValuePrice" });

const energyFormula = z.enum(["not_sold", "balanced", "portfolio"]).meta({
  id: "EnergyFormula",
  description:
    "not_sold: −c·DA, planned before the day-ahead auction; balanced: −c·P_shortage of a portfolio that was sold in full, where position or forecast is not known; portfolio: the change of CF(E) = S·DA + max(E − S, 0)·P_surplus − max(S − E, 0)·P_shortage",
});

const intervalValue = z
  .object({
    time_from: instant,
    time_to: instant,
    isp: z.number().int(),
    volume_kwh: volumeKwh,
    formula: energyFormula,
    sold_kwh: z
      .number()
      .nullable()
      .meta({ description: "Position sold of the bidding zone; null: not known" }),
    portfolio_kwh: z.number().nullable().meta({
      description:
        "Net injection of the bidding zone with the control: measured, or as expected when it was accepted; null: not known or not needed",
    }),
    newer_controls_kwh: z.number().optional().meta({
      description:
        "What controls of the bidding zone that were accepted later curtailed in the ISP, in kWh: with this control and those before it, the zone injected `portfolio_kwh` and this. Absent before delivery, or where a service does not say",
    }),
    prices: z.array(valuePrice),
    supplier: supplierValue,
    customers: customersValue,
  })
  .meta({ id: "IntervalValue" });
export type IntervalValue = z.infer<typeof intervalValue>;

const valueBasis = z.enum(["expected", "measured", "restated"]).meta({
  id: "ValueBasis",
  description:
    "expected: the plan, with what was known before delivery; measured: the delivery, with what was known when the control ended; restated: with a price, position or terms that became known later. Forecasts of imbalance prices count before delivery only",
});
export type ValueBasis = z.infer<typeof valueBasis>;
const restatedBy = z
  .array(z.enum(["terms", "price", "position"]))
  .optional()
  .meta({
    description:
      "What became known at `as_of` and restated the value; absent before, and where a service does not say",
  });

export const valueRevision = z
  .object({
    basis: valueBasis,
    as_of: instant.meta({ description: "Uses what was known at this moment" }),
    restated_by: restatedBy,
    volume_kwh: volumeKwh,
    uncertainty_kwh: uncertaintyKwh,
    supplier: supplierValue,
    customers: customersValue,
    missing,
    results: z.array(intervalValue),
  })
  .meta({ id: "ValueRevision" });
export type ValueRevision = z.infer<typeof valueRevision>;

export const controlValue = z
  .object({
    control_id: id,
    state: controlState,
    time: instant.meta({ description: "When this was read" }),
    excluded: excluded.meta({
      description:
        "Who is excluded from it now, by reason, as in the control itself: no value counts on them; absent where a service does not say",
    }),
    revisions: z.array(valueRevision).meta({ description: "Oldest first; each one is kept" }),
  })
  .meta({
    id: "ControlValue",
    description:
      "V = CF(E₁) − CF(E₀) + f·(X₀ − X₁) + r·(I₁ − I₀) − k·c − w·d for the supplier, with E₀ without and E₁ with the control, feed-in X paid at f, import I billed at r, compensation k of the curtailed energy c, and wear w of the battery throughput d that the control adds. Customers: the same contract from their side, with energy tax and VAT",
  });
export type ControlValue = z.infer<typeof controlValue>;

const locationValue = z
  .object({
    location_id: id,
    volume_kwh: volumeKwh,
    uncertainty_kwh: uncertaintyKwh,
    ...customersValue.shape,
  })
  .meta({ id: "LocationValue" });
export type LocationValue = z.infer<typeof locationValue>;

const customerValueRevision = z
  .object({
    basis: valueBasis,
    as_of: instant,
    restated_by: restatedBy,
    volume_kwh: volumeKwh,
    uncertainty_kwh: uncertaintyKwh,
    ...customersValue.shape,
    missing,
    by_location: z.array(locationValue),
  })
  .meta({ id: "CustomerValueRevision" });
export type CustomerValueRevision = z.infer<typeof customerValueRevision>;

export const customerControlValue = z
  .object({
    control_id: id,
    customer_id: id,
    excluded: excluded.meta({
      description:
        "What excludes locations of the customer from all or a part of it, by reason, as by opting out; absent where a service does not say",
    }),
    revisions: z.array(customerValueRevision).meta({
      description:
        "Oldest first; each one is kept. Empty if all locations of the customer are excluded from all of it",
    }),
  })
  .meta({ id: "CustomerControlValue" });
export type CustomerControlValue = z.infer<typeof customerControlValue>;

const lostKwh = z.number().meta({
  description:
    "Energy lost under controls that lower injection, in kWh: not produced or not exported; batteries may have stored a part of it. What they charged from the grid is not lost",
});
const lostEur = {
  lost_eur: eurOrNull(
    "What all controls of the month changed in the payment of feed-in and the bill, exactly as in the statement",
  ),
  compensation_eur: eurOrNull(
    "Compensation of all controls of the month, exactly as in the statement",
  ),
};
const lostUncertainty = z
  .number()
  .meta({ description: "Half the width of the 90 % band of `lost_kwh`, in kWh" });

const locationLostEnergy = z
  .object({
    location_id: id,
    lost_kwh: lostKwh,
    uncertainty_kwh: lostUncertainty,
    ...lostEur,
  })
  .meta({ id: "LocationLostEnergy" });
export type LocationLostEnergy = z.infer<typeof locationLostEnergy>;

const monthLostEnergy = z
  .object({
    month: z.string().meta({ description: "`YYYY-MM`, Europe/Amsterdam" }),
    controls: z.number().int().meta({ description: "Controls with a measured delivery" }),
    lost_kwh: lostKwh,
    uncertainty_kwh: lostUncertainty,
    ...lostEur,
    eur: eurOrNull(
      "What all controls of the month cost or earned the customer, rounded once to a cent; also those that raise net injection",
    ),
    missing,
    by_location: z.array(locationLostEnergy),
  })
  .meta({ id: "MonthLostEnergy" });
export type MonthLostEnergy = z.infer<typeof monthLostEnergy>;

export const lostEnergyList = z
  .object({
    data: z.array(monthLostEnergy).meta({
      description: "Months in which something was measured, newest first",
    }),
  })
  .meta({ id: "LostEnergyList" });
export type LostEnergyList = z.infer<typeof lostEnergyList>;
export const lostEnergyQuery = z.object({
  months: queryInteger(1, 24, 12).meta({
    description: "How many months, the current one included",
  }),
});
