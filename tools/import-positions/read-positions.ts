import type { Position } from "../../lib/contract/positions.ts";
import { readIspTable } from "../isp-table/read-isp-table.ts";

/** What a cell of a position is measured in: energy of an ISP, or power over it. */
export const positionUnits = { kWh: 1, MWh: 1_000, kW: 1 / 4, MW: 250 } as const;

/** The columns of a file of positions, and how its cells are read. */
export interface PositionColumns {
  time: string;
  sold: string;
  unit: keyof typeof positionUnits;
  utc: boolean;
}

/**
 * The positions of a file, per ISP in kWh. Energy of an hour is refused: how it was spread over its
 * quarter-hours is not known.
 * @throws Refusal with the line and column of a wrong cell, or the times that a local day lacks
 */
export const readPositionFile = (
  text: string,
  { time, sold, unit, utc }: PositionColumns,
): Position[] =>
  readIspTable(text, { time, values: { sold }, utc, noun: "number", allowsHours: false }).map(
    ({ ms, values }) => ({
      time_from: new Date(ms).toISOString(),
      // Nine decimals of a kWh: no digits that come from the conversion alone.
      sold_kwh: Number((values.sold! * positionUnits[unit]).toFixed(9)),
    }),
  );
