import pino from "pino";
import { parseEnv } from "../../lib/env.ts";
import { DAY_MS, floorMinute, MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { serviceGateway } from "../../service/jobs/gateway.ts";
import { openService, type Service } from "../../service/service.ts";
import { loadSites } from "../../service/store/sites.ts";
import { openStore } from "../../service/store/store.ts";
import { cloneFleet } from "./fleet-copies.ts";
import { type AddRow, medianTime, toLabel } from "./rows.ts";

const DOWNTIME_MS = 3 * DAY_MS;
const HISTORY_DAYS = 30;
const FLEET_DAYS = 4;
const KEY = "ck_bench-key-of-this-run";

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

/** The answers of a fleet's service while it catches up. */
const REQUEST = "/v1/groups?page_size=1";

/**
 * `wake-3-days-SIZE`: the same with copies of the demo fleet, whose devices reported nothing meanwhile;
 * `wake-answer-SIZE`: the first answer after the start; `wake-slowest-SIZE`: the slowest one until then.
 */
export async function wakeFleet(url: string, size: number, addRow: AddRow): Promise<void> {
  const clock = { ms: Date.parse("2026-06-15T10:01:00Z") };
  const env = parseEnv({ DEMO: "1", FLEX_API_KEY: KEY });
  const open = () =>
    openService(env, url, {
      now: () => clock.ms,
      log: pino({ level: "error" }),
      demoDays: FLEET_DAYS,
      demoControls: false,
    });
  const seeded = await open();
  await seeded.tick();
  await seeded.close();
  await cloneFleet(url, size, FLEET_DAYS);
  const divided = await open();
  clock.ms += MINUTE_MS;
  await divided.tick();
  await divided.close();
  clock.ms += DOWNTIME_MS;
  const start = performance.now();
  const service = await open();
  let isDone = false;
  const caughtUp = tickUntilRecorded(service).finally(() => (isDone = true));
  const request = async () => {
    const headers = { "X-API-Key": KEY };
    const answer = await service.fetch(new Request(`http://bench${REQUEST}`, { headers }));
    await answer.text();
    if (answer.status !== 200) throw new Error(`${REQUEST} answered ${answer.status}`);
  };
  await request();
  const first = performance.now() - start;
  let slowest = 0;
  while (!isDone) {
    slowest = Math.max(slowest, await medianTime(1, request));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await caughtUp;
  const value = performance.now() - start;
  await service.close();
  const label = toLabel(size);
  const row = (name: string, what: string, ms: number) =>
    addRow({ name: `${name}-${label}`, what, unit: "ms", value: ms, floor: null, ratio: null });
  row("wake-3-days", `${size} locations current after 3 days away`, value);
  row("wake-answer", "from the start to the first answer of the API", first);
  row("wake-slowest", "the slowest answer until it is current", slowest);
}

async function tickUntilRecorded(service: Service): Promise<void> {
  while (!(await service.tick()) && !(await service.isRecorded())) continue;
}
