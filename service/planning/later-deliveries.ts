import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { readMinutes } from "../store/minute-measurements.ts";
import { getRunning, readPartitions } from "../store/partitions.ts";
import type { StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import { measureWithSavedSky, runsIn } from "./delivery.ts";
import { readPlans } from "./record-quarter.ts";

/**
 * Measures controls again after a quarter-hour that was measured late, at the sites with batteries, until
 * they end: the energy without a control carries over from each quarter-hour to the next. Call it in a
 * transaction that has locked the minutes of the sites.
 */
export async function measureFollowing(
  tx: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
): Promise<void> {
  let left = sites.filter(({ site }) => site.batteries.length > 0);
  if (left.length === 0) return;
  const partitions = await readPartitions(tx);
  for (let ms = quarterMs + QUARTER_MS; ; ms += QUARTER_MS) {
    left = left.filter((site) => ms < getRunning(partitions, site, quarterMs));
    if (left.length === 0) return;
    const plans = await readPlans(tx, left, ms);
    const goesOn = ({ locationId }: StoredSite) =>
      plans
        .get(locationId)
        ?.some((control) => runsIn(control, ms - QUARTER_MS) && runsIn(control, ms));
    left = left.filter(goesOn);
    if (left.length === 0) return;
    const rows = await readMinutes(tx, ms, left);
    const measured = left.filter(({ locationId }) => rows.has(locationId));
    await measureWithSavedSky(tx, { sites: measured, quarterMs: ms, rows, plans });
  }
}
