import { z } from "zod";
import { controlType } from "./controls.ts";
import { biddingZone, id, instant } from "./schema-types.ts";
import { customersValue, missing, missingValueInput, supplierValue, valuePrice } from "./value.ts";

export const statementMonth = z
  .string()
  .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, "must be a month, such as 2026-05")
  .meta({ description: "`YYYY-MM`, Europe/Amsterdam", example: "2026-05" });

const version = z.number().int().min(1).meta({ description: "From 1 for each issue that differs" });
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hexadecimal");

export const statementCheckQuery = z.object({
  version: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, "must be the number of a version")
    .optional()
    .meta({ description: "An issued version; the latest when not given" }),
});
export const statementQuery = z.object({
  version: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, "must be the number of a version")
    .optional()
    .meta({ description: "An issued version; without it the statement with what is known now" }),
});

export const statementIssue = z.strictObject({}).meta({ id: "StatementIssue" });

const kwh = (description: string) => z.number().meta({ description: `${description}, in kWh` });

const energies = {
  volume_kwh: kwh("Energy that the controls kept from the grid; negative where they raised it"),
  lost_kwh: kwh(
    "Lost energy of controls that lower injection: not produced or not exported; 0 for others",
  ),
};

const band = kwh("Half the width of the 90 % band of `volume_kwh`");

const statementControl = z
  .object({
    control_id: id,
    type: controlType,
    time_from: instant.meta({ description: "Start of what lies in the month" }),
    time_to: instant,
    formulas: z.array(z.enum(["not_sold", "balanced", "portfolio"])).meta({
      description: "How the supplier's energy is valued; empty in a customer's statement",
    }),
    uncertainty_kwh: band.optional().meta({
      description:
        "Half the width of the 90 % band of the energy of all its rows, in kWh: less than the sum of theirs, because errors partly cancel. Not in format 1",
    }),
    format: z
      .union([z.literal(3), z.literal(4)])
      .optional()
      .meta({ description: "Not in formats 1 and 2" }),
    energy_eur: z.number().nullable().meta({
      description:
        "The supplier's energy sold and imbalance; null if unknown and in a customer's statement. Rounded to a cent in formats 1 to 3",
    }),
    prices: z
      .array(valuePrice.extend({ time_from: instant }).meta({ id: "StatementPrice" }))
      .meta({ description: "The prices that were used, with the moment each became known" }),
    missing,
  })
  .meta({ id: "StatementControl" });
export type StatementControl = z.infer<typeof statementControl>;

const statementRow = z
  .object({
    control_id: id,
    location_id: id.nullable().meta({ description: "Null where a row is a group" }),
    customer_id: id.nullable().meta({ description: "Null where a row is a group" }),
    group_id: id.nullable().meta({ description: "Of the location when the control began" }),
    ...energies,
    uncertainty_kwh: band.nullable().optional().meta({
      description:
        "Half the width of the 90 % band of `volume_kwh`, in kWh; null where a row is a group. Not in format 1",
    }),
    customers: customersValue,
    supplier: customersValue.nullable().meta({
      description: "The supplier's side of the contract; null in a customer's statement",
    }),
    missing: z
      .array(missingValueInput)
      .meta({ description: "What keeps amounts from being known" }),
  })
  .meta({
    id: "StatementRow",
    description:
      "A control at a location, in exact amounts of up to six decimals: micro-euros and milliwatt-hours. `eur` is the sum of its amounts, null if one is unknown. In formats 1 to 3 each amount was rounded to a cent and each energy to a Wh",
  });
export type StatementRow = z.infer<typeof statementRow>;

const sums = {
  ...energies,
  customers: customersValue,
  supplier: supplierValue.nullable().meta({ description: "Null in a customer's statement" }),
};
const statementTotals = z
  .object({
    controls: z.number().int(),
    ...sums,
    uncertainty_kwh: band.optional().meta({
      description: "Sum of the bands of the controls, in kWh. Not in format 1",
    }),
    lost_uncertainty_kwh: band.optional().meta({
      description: "The same of controls that lower injection: the band of `lost_kwh`",
    }),
    payable_eur: z.number().nullable().optional().meta({
      description:
        "What the supplier pays the customer for the controls of the month, in whole cents: compensation and battery wear, rounded once, half away from zero; negative: the customer pays it. What changed in feed-in and import is in the energy bill already. Null if an amount is unknown and in the statement of a zone. Not in formats 1 to 3",
    }),
    missing,
  })
  .meta({
    id: "StatementTotals",
    description: "Exact sums of the rows; for display, round each once",
  });
export type StatementTotals = z.infer<typeof statementTotals>;

const statementGroup = z
  .object({ group_id: id.nullable(), ...sums })
  .meta({ id: "StatementGroup", description: "`supplier.energy_eur` is null: it is the zone's" });
export type StatementGroup = z.infer<typeof statementGroup>;

const format = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]).meta({
  description:
    "Form of the canonical rows: 1 without error bands; 2 with them; 3 with unknown amounts as null, each amount for itself, and without the energy that batteries charged from the grid in `lost_kwh`; 4 with exact amounts instead of cents of each row",
});

const issued = z
  .object({
    version,
    issued_at: instant,
    sha256: sha256.meta({ description: "Of the canonical rows; it is in the audit chain too" }),
  })
  .meta({ id: "IssuedStatement" });
export type IssuedStatement = z.infer<typeof issued>;

export const statement = z
  .object({
    customer_id: id.nullable().meta({ description: "Null in the statement of a bidding zone" }),
    bidding_zone: biddingZone.nullable().meta({ description: "Null in a customer's statement" }),
    month: statementMonth,
    time_from: instant.meta({ description: "Start of the month in Europe/Amsterdam" }),
    time_to: instant,
    as_of: instant.meta({ description: "It uses what was known at this moment" }),
    is_complete: z.boolean().meta({
      description: "Whether the month had ended and was recorded to its end",
    }),
    version: version.nullable().meta({ description: "Null: not issued" }),
    issued_at: instant.nullable(),
    sha256: sha256.meta({
      description:
        "SHA-256 of the canonical rows: each control and then each row as JSON in the order and notation of this answer, each followed by a line feed",
    }),
    format,
    rows_by: z.enum(["location", "group"]).meta({
      description: "What a row is; groups where a zone has over 20,000 controls of locations",
    }),
    controls: z.array(statementControl),
    rows: z.array(statementRow),
    groups: z.array(statementGroup),
    totals: statementTotals,
    versions: z.array(issued).meta({ description: "Issued versions, oldest first" }),
  })
  .meta({ id: "Statement" });
export type Statement = z.infer<typeof statement>;

const statementDifference = z
  .object({
    control_id: id,
    location_id: id.nullable(),
    field: z.string().meta({ description: "Such as `prices.2026-05-01T12:00:00.000Z.surplus`" }),
    issued: z.string().nullable().meta({ description: "As issued; null: not in it" }),
    current: z.string().nullable().meta({ description: "As computed now; null: no longer there" }),
  })
  .meta({ id: "StatementDifference" });
export type StatementDifference = z.infer<typeof statementDifference>;

export const statementCheck = z
  .object({
    version,
    issued_at: instant,
    checked_at: instant,
    issued_sha256: sha256.meta({ description: "Of the statement as it was issued" }),
    stored_sha256: sha256.meta({ description: "Of its stored rows, computed now" }),
    audit_sha256: sha256
      .nullable()
      .meta({ description: "As the audit chain has it; null: it is not there" }),
    current_sha256: sha256.meta({
      description: "Of the rows with what is known now, in the format of the version",
    }),
    format,
    result: z.enum(["unchanged", "restated", "altered"]).meta({
      description:
        "unchanged: the same rows; restated: prices, terms, positions or measurements changed since; altered: stored rows or the audit chain are not as issued",
    }),
    differences: z
      .array(statementDifference)
      .meta({ description: "Issued against current; the first 100" }),
    difference_count: z.number().int(),
  })
  .meta({ id: "StatementCheck" });
export type StatementCheck = z.infer<typeof statementCheck>;
