import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import type { BenchBroker } from "./broker.ts";
import type { Bench } from "./fleet-bench.ts";
import type { PublishRequest } from "./report-publisher.ts";
import { median, shortTime } from "./rows.ts";

const PUBLISHER = new URL("./report-publisher.mjs", import.meta.url);
const CHECK_MS = 20;
/** Without a report for so long, some are lost. */
const STALLED_MS = 60_000;

/** The rate at which reports come while controls are issued. */
const PER_MINUTE = 100_000;

/**
 * Times the reports of every meter through Mosquitto, which are published at once, from the first to the last
 * that is stored. The floor is a client that only confirms them. Then they come at a steady rate while `control`
 * is called again and again, which returns how long its control took to be answered.
 */
export async function timeIntake(
  bench: Bench,
  { url, client }: BenchBroker,
  control: () => Promise<number>,
): Promise<void> {
  const { field, clock } = bench;
  const minuteMs = Math.floor(clock.ms / MINUTE_MS - 2) * MINUTE_MS;
  const publisher = fork(PUBLISHER, [url, bench.url]);
  try {
    const [{ meters }] = (await once(publisher, "message")) as [{ meters: number }];
    let confirmed = 0;
    client.on("message", (topic) => {
      if (topic.startsWith("another/")) confirmed += 1;
    });
    await client.subscribeAsync("another/+/locations/+/measurement", { qos: 1 });
    const bare = { expected: meters, count: () => confirmed };
    const floor = await timeReports(publisher, { minuteMs, prefix: "another" }, bare);
    await field.connect(url, () => clock.ms);
    const request = { minuteMs, prefix: "curtail" };
    field.stored = 0;
    const stored = { expected: meters, count: () => field.stored };
    const took = await timeReports(publisher, request, stored);
    bench.row("intake", `${meters} reports at once, stored`, took, { floor });
    if (bench.wants("intake-control")) await timeControls(bench, publisher, meters, control);
    await field.disconnect();
  } finally {
    publisher.disconnect();
  }
}

async function timeControls(
  bench: Bench,
  publisher: ChildProcess,
  meters: number,
  control: () => Promise<number>,
): Promise<void> {
  const { field, clock } = bench;
  const minuteMs = Math.floor(clock.ms / MINUTE_MS - 1) * MINUTE_MS;
  const request = { minuteMs, prefix: "curtail", perMinute: PER_MINUTE };
  field.stored = 0;
  const answered: number[] = [];
  let isDone = false;
  const issuing = (async () => {
    do answered.push(await control());
    while (!isDone);
  })();
  const stored = { expected: meters, count: () => field.stored };
  const took = await timeReports(publisher, request, stored).finally(() => (isDone = true));
  await issuing;
  const lateMs = took - (meters * MINUTE_MS) / PER_MINUTE;
  const what = `answer to one of ${answered.length} zone controls beside ${PER_MINUTE} reports a minute`;
  const late = `the last stored ${shortTime(lateMs)} after it came`;
  bench.row("intake-control", `${what}; ${late}`, median(answered));
}

/** The time from the request until as many reports are counted as expected. @throws Error when some are lost */
async function timeReports(
  publisher: ChildProcess,
  request: PublishRequest,
  { expected, count }: { expected: number; count(): number },
): Promise<number> {
  const start = performance.now();
  publisher.send(request);
  let last = { count: 0, at: start };
  for (let now = start; count() < expected; now = performance.now()) {
    if (count() > last.count) last = { count: count(), at: now };
    if (now - last.at > STALLED_MS) throw new Error(`${count()} of ${expected} reports came.`);
    await setTimeout(CHECK_MS);
  }
  return performance.now() - start;
}
