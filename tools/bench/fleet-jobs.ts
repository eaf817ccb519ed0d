import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { fetchText, KEY, type Bench, type FleetKind } from "./fleet-bench.ts";
import { copyFloor } from "./fleet-floors.ts";
import { timeReads } from "./read-latency.ts";
import { medianTime, shortTime } from "./rows.ts";

/** Times reads of another process over HTTP while this one works; adds the time of 99 % of them. */
export async function addReadLatency(
  bench: Bench,
  kind: FleetKind,
  what: string,
  work: () => Promise<unknown>,
): Promise<void> {
  if (!bench.wants(kind)) return;
  const { median, p99 } = await timeReads(`${bench.api.url}/v1/groups?page_size=1`, KEY, work);
  bench.row(kind, `99 % of reads during ${what}; half: ${shortTime(median)}`, p99);
}

/**
 * Times the minute job and, after a quarter-hour in which every meter reported, the quarter-hour job:
 * it records all measurements, trains and saves all models, and freezes and sums all forecasts.
 */
export async function timeJobs(bench: Bench): Promise<void> {
  const { service, url, clock, field } = bench;
  const hasReads = bench.wants("reads-during-minute", "reads-during-turn", "previews-during-turn");
  if (!hasReads && !bench.wants("quarter", "minute", "minute-quiet", "memory")) return;
  const tick = () => medianTime(1, () => service.tick());
  clock.ms = Math.ceil(clock.ms / QUARTER_MS) * QUARTER_MS + 1_000;
  await tick();
  clock.ms += MINUTE_MS;
  bench.row("minute-quiet", "minute job, the demo's 60 reporting", await tick());
  const report = (minutes: number) => {
    field.reportsFromMs = Math.floor(clock.ms / MINUTE_MS) * MINUTE_MS;
    clock.ms += minutes * MINUTE_MS;
    return tick();
  };
  const floor = await copyFloor(url, field.meters);
  bench.row("minute", "minute job, every meter reporting", await report(1), { floor });
  if (!hasReads && !bench.wants("quarter", "memory")) return;
  await report(12);
  const toNextQuarter = () => {
    clock.ms = Math.ceil(clock.ms / QUARTER_MS) * QUARTER_MS + 1_000;
    return tick();
  };
  const took = await toNextQuarter();
  bench.row("quarter", "quarter-hour job, every meter recorded and trained", took);
  if (!hasReads) return;
  await addReadLatency(bench, "reads-during-minute", "a minute's turn", () => report(1));
  await report(12);
  await addReadLatency(bench, "reads-during-turn", "a quarter-hour's turn", toNextQuarter);
  if (!bench.wants("previews-during-turn")) return;
  await report(12);
  await addPreviewLatency(bench, toNextQuarter);
}

/** Times previews of a control of a group by another process, one each second, while this one works. */
async function addPreviewLatency(bench: Bench, work: () => Promise<unknown>): Promise<void> {
  const groups = await fetchText(bench, "/v1/groups?page_size=1");
  const [group] = (JSON.parse(groups) as { data: { id: string }[] }).data;
  const url = `${bench.api.url}/v1/groups/${group!.id}/control/preview`;
  const time_to = new Date(bench.clock.ms + 60 * MINUTE_MS).toISOString();
  const { median, slowest } = await timeReads(url, KEY, work, { type: "ZERO_EXPORT", time_to });
  const what = "the slowest preview of a group during a quarter-hour's turn";
  bench.row("previews-during-turn", `${what}; half: ${shortTime(median)}`, slowest);
}
