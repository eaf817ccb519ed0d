import type { PriceEntry } from "../../lib/contract/prices.ts";
import { readIspTable, type TableColumns } from "../isp-table/read-isp-table.ts";

/** The columns of a file of prices, and how its stamps are read. */
export type PriceColumns = Pick<
  TableColumns<"price" | "long" | "short">,
  "time" | "values" | "utc"
>;

/**
 * The prices of a file, per ISP. Hours become four quarter-hours.
 * @throws Refusal with the line and column of a wrong cell, or the times that a local day lacks
 */
export const readPriceFile = (text: string, columns: PriceColumns): PriceEntry[] =>
  readIspTable(text, { ...columns, noun: "price", allowsHours: true }).map(({ ms, values }) => ({
    time: new Date(ms).toISOString(),
    ...values,
  }));
