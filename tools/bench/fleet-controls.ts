import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { fetchText, type Bench } from "./fleet-bench.ts";
import { arithmeticFloor } from "./fleet-floors.ts";
import { addReadLatency } from "./fleet-jobs.ts";
import { median, medianTime, shortTime } from "./rows.ts";

const REPEATS = 5;
const ZONE_CONTROL = "/v1/bidding-zones/NL/control";

/** A window that starts in an hour. */
const windowOf = ({ clock }: Bench, hours: number) => ({
  fromMs: clock.ms + 60 * MINUTE_MS,
  toMs: clock.ms + (60 + hours * 60) * MINUTE_MS,
});

function order(bench: Bench, hours: number) {
  const { fromMs, toMs } = windowOf(bench, hours);
  const [time_from, time_to] = [fromMs, toMs].map((ms) => new Date(ms).toISOString());
  return { type: "MAX_CONSUMPTION", time_from, time_to };
}

/** Previews a control of the zone of so many hours. */
export const previewZone = (bench: Bench, hours: number): Promise<string> =>
  fetchText(bench, `${ZONE_CONTROL}/preview`, order(bench, hours));

/** The median time of such previews. */
export const timePreview = (bench: Bench, hours: number): Promise<number> =>
  medianTime(REPEATS, () => previewZone(bench, hours));

interface ControlTimes {
  hours: number;
  previewed: number;
  issued: number[];
}

/**
 * Times previews and controls of the zone, and adds the memory after the jobs before or after these, whichever is
 * more. Floors come last, as they read the fleet once more into this process.
 */
export async function timeControls(bench: Bench): Promise<void> {
  const isNeeded = bench.wants(
    "preview",
    "control",
    "reads-during-control",
    "delivery",
    "cancel",
    "memory",
  );
  if (!isNeeded) return;
  const { rss } = process.memoryUsage();
  let id = "";
  const issue = async (hours: number) => {
    ({ id } = JSON.parse(await fetchText(bench, ZONE_CONTROL, order(bench, hours))) as {
      id: string;
    });
  };
  const cancel = () => fetchText(bench, `/v1/controls/${id}/cancel`, {});
  const cancelAndDispatch = async () => {
    await cancel();
    await bench.service.exchange();
  };
  const timeHours = async (hours: number): Promise<ControlTimes> => {
    const previewed = await timePreview(bench, hours);
    const issued: number[] = [];
    for (let i = 0; i < REPEATS; i++) {
      if (i > 0) await cancelAndDispatch();
      issued.push(await medianTime(1, () => issue(hours)));
    }
    return { hours, previewed, issued };
  };
  const times: ControlTimes[] = [];
  for (const hours of bench.hours) {
    if (times.length > 0) await cancelAndDispatch();
    times.push(await timeHours(hours));
  }
  const delivery = () => fetchText(bench, `/v1/controls/${id}/delivery`);
  bench.row("delivery", "its delivery read", await medianTime(REPEATS, delivery));
  bench.row("cancel", "it cancelled", await medianTime(1, cancel));
  await addReadLatency(bench, "reads-during-control", "a control of 1 h", () => issue(1));
  await cancelAndDispatch();
  const resident = Math.max(rss, process.memoryUsage().rss);
  bench.row("memory", "resident after jobs, or after previews and controls", resident, {
    unit: "bytes",
  });
  if (bench.wants("preview", "control"))
    for (const each of times) await addControlTimes(bench, each);
}

async function addControlTimes(
  bench: Bench,
  { hours, previewed, issued }: ControlTimes,
): Promise<void> {
  const floor = bench.hasFleetFloors
    ? await arithmeticFloor(bench.url, windowOf(bench, hours), bench.clock.ms)
    : undefined;
  const details = { suffix: `-${hours}h`, floor };
  bench.row("preview", `preview of a zone control of ${hours} h`, previewed, details);
  const slowest = shortTime(Math.max(...issued));
  const what = `a zone control of ${hours} h accepted; slowest: ${slowest}`;
  bench.row("control", what, median(issued), details);
}

/** Issues a control of the zone that runs now; returns its id. */
export async function issueNow(bench: Bench): Promise<string> {
  const time_to = new Date(bench.clock.ms + 30 * MINUTE_MS).toISOString();
  const text = await fetchText(bench, ZONE_CONTROL, { type: "ZERO_EXPORT", time_to });
  return (JSON.parse(text) as { id: string }).id;
}
