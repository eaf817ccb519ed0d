import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import type { Simulation } from "../store/schema.ts";

const HOUR_MS = 60 * MINUTE_MS;

/** What is wrong at some locations of the demo fleet, by their keys. */
export type Troubles = Readonly<Record<string, Pick<Simulation, "lostAtMs" | "broken">>>;

/**
 * What is wrong at the demo fleet when it starts: locations silent for hours, for days and for over a
 * week, one that was never heard, and an inverter that refuses what it is told.
 */
export const troublesAt = (nowMs: number): Troubles => ({
  "site-05": { lostAtMs: nowMs - 3 * HOUR_MS },
  "site-11": { lostAtMs: nowMs - 50 * HOUR_MS },
  "site-28": { lostAtMs: nowMs - 9 * 24 * HOUR_MS },
  "site-19": { lostAtMs: 0 },
  "site-08": { broken: "SOLAR_INVERTER" },
});
