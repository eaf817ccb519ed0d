import pino from "pino";
import { parseEnv } from "../../lib/env.ts";
import { DAY_MS, floorMinute } from "../../lib/time/amsterdam.ts";
import { serviceGateway } from "../../service/jobs/gateway.ts";
import { openService } from "../../service/service.ts";
import { loadSites } from "../../service/store/sites.ts";
import { openStore } from "../../service/store/store.ts";
import { type AddRow, medianTime } from "./rows.ts";

const DOWNTIME_MS = 3 * DAY_MS;
const HISTORY_DAYS = 30;

/**
 * `wake-3-days`: the service with the demo fleet opens after three days of downtime and records
 * them. Its floor is the simulation of the same minutes in memory, with nothing read, forecast or
 * stored.
 */
export async function wakeAfterDays(url: string, addRow: AddRow): Promise<void> {
  const clock = { ms: Date.parse("2026-06-15T10:01:00Z") };
  const open = () =>
    openService(parseEnv({ DEMO: "1" }), url, {
      now: () => clock.ms,
      log: pino({ level: "error" }),
      demoDays: HISTORY_DAYS,
    });
  const seeded = await open();
  await seeded.tick();
  await seeded.close();
  const floor = await timeSimulation(url, floorMinute(clock.ms));
  clock.ms += DOWNTIME_MS;
  const value = await medianTime(1, async () => {
    const service = await open();
    await service.tick();
    if (!(await service.isRecorded())) throw new Error("The three days were not recorded.");
    await service.close();
  });
  const what = "3 days of the demo fleet recorded after a start";
  addRow({ name: "wake-3-days", what, unit: "ms", value, floor, ratio: value / floor });
}

/** How long the demo's plants take to simulate the downtime, in ms. */
async function timeSimulation(url: string, fromMs: number): Promise<number> {
  const store = await openStore(url, (error) => {
    throw error;
  });
  try {
    const isSimulated = () => true;
    const gateway = serviceGateway(store.db, { simulate: true, outages: true, isSimulated });
    const sites = await loadSites(store.db, { kind: "bidding_zone", id: "NL" });
    await gateway.updateSites({ partition: 0, partitions: 1 }, sites, { token: 1, nowMs: fromMs });
    return await medianTime(1, () => gateway.collect(fromMs, fromMs + DOWNTIME_MS, async () => {}));
  } finally {
    await store.close();
  }
}
