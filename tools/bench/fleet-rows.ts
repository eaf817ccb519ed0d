import pino from "pino";
import { parseEnv } from "../../lib/env.ts";
import { openService } from "../../service/service.ts";
import { BenchField } from "./bench-field.ts";
import { fetchText, KEY, parseFleetRow, type Bench } from "./fleet-bench.ts";
import { issueNow, previewZone, timeControls, timePreview } from "./fleet-controls.ts";
import { timeJobs } from "./fleet-jobs.ts";
import { timeIntake } from "./fleet-intake.ts";
import { publishAll, startMosquitto, type BenchBroker } from "./broker.ts";
import { addPreferences, bytesPerLocationDay, cloneFleet, listMeters } from "./fleet-copies.ts";
import { LISTS } from "./http-reads.ts";
import { serveApi } from "./read-latency.ts";
import { type AddRow, medianTime, shortTime, toLabel } from "./rows.ts";

const HISTORY_DAYS = 30;
/** 30 days of this many copies would take tens of gigabytes, so larger fleets get fewer days. */
const MAX_LOCATION_DAYS = 400_000;
const REPEATS = 5;
const HOURS = [24, 1];
/** Reading a larger fleet once more for a floor takes minutes. */
const MAX_FLOOR_LOCATIONS = 200_000;

/**
 * Fills a database with copies of the demo fleet and times the service in this process on it. Only
 * the rows named in `only` are measured; without it, all.
 */
export async function benchFleet(
  url: string,
  size: number,
  add: AddRow,
  only?: ReadonlySet<string>,
): Promise<void> {
  const clock = { ms: Date.parse("2026-06-15T10:01:00Z") };
  // The clock stands still meanwhile, so no request is forgotten.
  const env = parseEnv({ DEMO: "1", FLEX_API_KEY: KEY, RATE_READS: "1000000" });
  const days = Math.max(1, Math.min(HISTORY_DAYS, Math.floor(MAX_LOCATION_DAYS / size)));
  let field = new BenchField();
  const service = await openService(env, url, {
    now: () => clock.ms,
    log: pino({ level: "error" }),
    demoDays: HISTORY_DAYS,
    demoControls: false,
    field: async (onReport) => (field = new BenchField(onReport)),
  });
  await service.tick();
  const start = performance.now();
  await cloneFleet(url, size, days);
  field.meters = await listMeters(url);
  const took = shortTime(performance.now() - start);
  console.log(`\n${size} locations, ${days} days each (made in ${took})`);
  const kinds = only && new Set([...only].map((name) => parseFleetRow(name)?.kind));
  const api = await serveApi(service, url, KEY);
  const bench: Bench = {
    service,
    api,
    url,
    clock,
    field,
    hours: HOURS.filter(
      (hours) => hours === 1 || !only || [...only].some((name) => name.endsWith(`-${hours}h`)),
    ),
    hasFleetFloors: size <= MAX_FLOOR_LOCATIONS,
    wants: (...some) => !kinds || some.some((kind) => kinds.has(kind)),
    row: (kind, what, value, { suffix = "", unit = "ms", floor } = {}) => {
      const name = `${kind}-${toLabel(size)}${suffix}`;
      if (only && !only.has(name)) return;
      const ratio = floor === undefined ? null : value / floor;
      add({ name, what, unit, value, floor: floor ?? null, ratio });
    },
  };
  if (bench.wants("location-day")) {
    const bytes = await bytesPerLocationDay(url);
    bench.row("location-day", "a location's day on disk", bytes, { unit: "bytes" });
  }
  await service.refreshFleet();
  await timeHistory(bench);
  if (bench.wants("memory")) {
    await previewZone(bench, 1);
    for (const list of LISTS) await readList(bench, list);
  }
  await timeJobs(bench);
  await timeControls(bench);
  await timeDispatch(bench);
  await timePreferences(bench);
  await api.close();
  await service.close();
}

/** Reads a page of a list over HTTP. */
async function readList({ api }: Bench, list: string): Promise<void> {
  const response = await fetch(`${api.url}/v1/${list}?page_size=100`, {
    headers: { "X-API-Key": KEY },
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The list of ${list} answered ${response.status}.`);
}

async function timeHistory(bench: Bench): Promise<void> {
  const zone = "/v1/bidding-zones/NL/historical";
  if (bench.wants("zone-30-days")) {
    const took = await medianTime(REPEATS, () => fetchText(bench, zone));
    bench.row("zone-30-days", "30 days of the zone", took);
  }
  if (!bench.wants("location-30-days")) return;
  const { data } = JSON.parse(await fetchText(bench, "/v1/locations?page_size=1")) as {
    data: { id: string }[];
  };
  const one = `/v1/locations/${data[0]!.id}/historical`;
  const took = await medianTime(REPEATS, () => fetchText(bench, one));
  bench.row("location-30-days", "30 days of a location", took);
}

/** The same previews with preferences of every third customer; changes the fleet. */
async function timePreferences(bench: Bench): Promise<void> {
  if (!bench.wants("preview-preferences")) return;
  await addPreferences(bench.url);
  await bench.service.refreshFleet();
  for (const hours of bench.hours) {
    const what = `preview of ${hours} h, hours off of a third of the customers`;
    const details = { suffix: `-${hours}h` };
    bench.row("preview-preferences", what, await timePreview(bench, hours), details);
  }
}

/** Times setpoints to a real broker: from the answer to a control to the first and the last. */
async function timeDispatch(bench: Bench): Promise<void> {
  if (!bench.wants("first-setpoint", "dispatch", "intake", "intake-control")) return;
  const broker = await startMosquitto();
  if (!broker)
    return console.warn("  LEFT OUT: setpoints and reports over a broker; no Mosquitto.");
  try {
    if (bench.wants("first-setpoint", "dispatch")) await timeSetpoints(bench, broker);
    if (bench.wants("intake", "intake-control"))
      await timeIntake(bench, broker, async () => {
        const start = performance.now();
        const id = await issueNow(bench);
        const took = performance.now() - start;
        await bench.service.exchange();
        await fetchText(bench, `/v1/controls/${id}/cancel`, {});
        await bench.service.exchange();
        return took;
      });
  } finally {
    await broker.stop();
  }
}

const SETPOINTS = "+/+/locations/+/setpoint";

async function timeSetpoints(bench: Bench, { url, client }: BenchBroker): Promise<void> {
  const messages: { topic: string; payload: string }[] = [];
  const times: number[] = [];
  const onMessage = (topic: string, payload: Buffer) => {
    times.push(performance.now());
    messages.push({ topic, payload: payload.toString() });
  };
  client.on("message", onMessage);
  await client.subscribeAsync(SETPOINTS, { qos: 0 });
  await bench.field.connect(url, () => bench.clock.ms);
  const id = await issueNow(bench);
  const answeredAt = performance.now();
  await bench.service.exchange();
  const [first, last] = [times[0]! - answeredAt, times[times.length - 1]! - answeredAt];
  // On topics of their own: a broker adds a retained message in more time than it replaces one.
  const sent = messages.map(({ topic, payload }) => ({
    topic: topic.replace(/^curtail/, "another"),
    payload,
  }));
  const floor = await publishAll(client, sent);
  client.off("message", onMessage);
  await client.unsubscribeAsync(SETPOINTS);
  bench.row("first-setpoint", "from the answer to the first setpoint", first);
  bench.row("dispatch", `from the answer to the last of ${sent.length} setpoints`, last, { floor });
  await fetchText(bench, `/v1/controls/${id}/cancel`, {});
  await bench.service.exchange();
  await bench.field.disconnect();
}
