import type { MissingInput, ValueRevision } from "../../lib/contract/index.ts";
import { readCustomerNames } from "../store/rotation.ts";
import type { Db } from "../store/store.ts";
import type { EnergyValue } from "./supplier-energy.ts";
import type { ContractSums, RunPart } from "./value.ts";

const missingNames = {
  dayAhead: "day_ahead_price",
  surplus: "surplus_price",
  shortage: "shortage_price",
  position: "position",
  portfolio: "portfolio",
} as const satisfies Record<EnergyValue["missing"][number], MissingInput>;

/** What is missing for a sum, with how often; `byInterval` has the names for each interval. */
export function countMissing(
  sums: ContractSums,
  byInterval: readonly ReadonlySet<MissingInput>[],
): { what: MissingInput; count: number }[] {
  const counts = new Map<MissingInput, number>([
    ["terms", sums.customersWithoutTerms.size],
    ["measurements", sums.unmeasured.size],
    ["battery_throughput", sums.withoutThroughput.size],
  ]);
  for (const name of byInterval.flatMap((names) => [...names]))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].flatMap(([what, count]) => (count > 0 ? [{ what, count }] : []));
}

/** What is missing for the amounts of a part. */
export function getMissingNames(
  { part, energy }: { part: RunPart; energy: EnergyValue },
  sums: ContractSums,
) {
  const names = new Set<MissingInput>(energy.missing.map((name) => missingNames[name]));
  if (sums.partsWithoutPrice.has(part.index)) names.add("day_ahead_price");
  return names;
}

/** Customers that are named where their terms are missing. */
const MAX_NAMED = 20;

/** Puts the names beside the ids of customers whose terms are missing. */
export async function withCustomerNames(
  db: Db,
  revisions: readonly ValueRevision[],
): Promise<ValueRevision[]> {
  const listed = revisions.flatMap(({ missing }) =>
    missing.flatMap(({ customers = [] }) => customers),
  );
  const names = await readCustomerNames(db, [
    ...new Set(listed.map(({ customer_id }) => customer_id)),
  ]);
  return revisions.map((revision) => ({
    ...revision,
    missing: revision.missing.map((one) => ({
      ...one,
      ...(one.customers && {
        customers: one.customers.map(({ customer_id }) => ({
          customer_id,
          name: names.get(customer_id) ?? "",
        })),
      }),
    })),
  }));
}

/** The same with the first customers whose terms are missing, by id and without their names yet. */
export const withCustomerIds = (
  missing: ReturnType<typeof countMissing>,
  { customersWithoutTerms }: ContractSums,
): ValueRevision["missing"] =>
  missing.map((one) =>
    one.what === "terms"
      ? {
          ...one,
          customers: [...customersWithoutTerms]
            .toSorted()
            .slice(0, MAX_NAMED)
            .map((customer_id) => ({ customer_id, name: "" })),
        }
      : one,
  );
