import { z } from "zod";
import { instant } from "./schema-types.ts";

const MAX_EUR_PER_KWH = 10;

const eurPerKwh = (description: string) =>
  z
    .number()
    .min(-MAX_EUR_PER_KWH)
    .max(MAX_EUR_PER_KWH)
    .meta({ description: `${description}, in EUR/kWh without VAT; rounded to a micro-euro` });

/** A price of a contract: `day_ahead_factor` × the day-ahead price + `eur_per_kwh`. */
const contractPrice = z
  .strictObject({
    day_ahead_factor: z.number().min(0).max(2).meta({
      description: "How much of the day-ahead price of the interval it holds; 0: a fixed price",
    }),
    eur_per_kwh: eurPerKwh("The fixed price, or what is added to that of the day-ahead market"),
  })
  .meta({ id: "ContractPrice" });
export type ContractPrice = z.infer<typeof contractPrice>;

const contractTerms = z
  .strictObject({
    feed_in: contractPrice.meta({ description: "What a kWh fed into the grid is paid" }),
    import: contractPrice.meta({ description: "What a kWh from the grid costs" }),
    markup_eur_per_kwh: eurPerKwh("The supplier's markup on a kWh from the grid"),
    energy_tax_eur_per_kwh: eurPerKwh("The energy tax on a kWh from the grid"),
    vat_percent: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: "VAT on a kWh from the grid with its markup and energy tax" }),
    compensation_eur_per_kwh: eurPerKwh("What the customer gets per curtailed kWh").min(0),
    battery_wear_eur_per_kwh: eurPerKwh(
      "What the supplier pays for battery wear, per kWh charged or discharged because of controls",
    )
      .min(0)
      .optional()
      .meta({
        description:
          "What the supplier pays for battery wear, in EUR per kWh charged or discharged because of controls; 0 when not given",
      }),
    netting: z.boolean().meta({
      description:
        "Whether a kWh fed in counts as one taken from the grid; without effect from 2027-01-01, when netting ends in the Netherlands",
    }),
  })
  .meta({ id: "ContractTerms" });
export type ContractTerms = z.infer<typeof contractTerms>;

const validFrom = z.iso.date().meta({
  description: "First day they apply, Europe/Amsterdam; until the next version",
});

export const contractTermsUpdate = z
  .strictObject({
    valid_from: validFrom,
    terms: contractTerms.nullable().meta({
      description: "Null: from that day on none of its own; a customer has those of the group",
    }),
  })
  .meta({
    id: "ContractTermsUpdate",
    description: "A version with the same first day is replaced; the former one stays on record",
  });
export type ContractTermsUpdate = z.infer<typeof contractTermsUpdate>;

const contractTermsVersion = z
  .object({
    valid_from: validFrom,
    recorded_at: instant,
    terms: contractTerms.nullable(),
  })
  .meta({ id: "ContractTermsVersion" });
export type ContractTermsVersion = z.infer<typeof contractTermsVersion>;

export const contractTermsList = z
  .object({
    data: z.array(contractTermsVersion).meta({ description: "Its own versions, oldest first" }),
    default: z.array(contractTermsVersion).meta({
      description: "Of a customer: the group's versions, which apply where there are no own terms",
    }),
  })
  .meta({ id: "ContractTermsList" });
export type ContractTermsList = z.infer<typeof contractTermsList>;
