import pino from "pino";
import { parseEnv } from "../../lib/env.ts";
import { openService } from "../../service/service.ts";
import { RETRY_DELAY_MS } from "../../service/jobs/every-minute.ts";
import { BenchField } from "./bench-field.ts";
import { listMeters } from "./fleet-copies.ts";

/** What an instance is told: the time, and since when its share of the meters reports. */
export interface Turn {
  ms: number;
  reportsFromMs: number | null;
}
/** What it answers: its CPU time of the turn, in ms. */
export interface TurnDone {
  cpuMs: number;
}

/** One of several instances of the service on a database, which `instances.ts` tells the time. */
const [url, index, count, startMs] = process.argv.slice(2) as [string, string, string, string];
let nowMs = Number(startMs);
const field = new BenchField();
field.meters = await listMeters(url, { part: Number(index), of: Number(count) });
const service = await openService(
  parseEnv({ DEMO: "1", PARTITION_LOCATIONS: process.env.PARTITION_LOCATIONS }),
  url,
  {
    now: () => nowMs,
    log: pino({ level: "error" }),
    field: async () => field,
  },
);

async function takeTurn({ ms, reportsFromMs }: Turn): Promise<TurnDone> {
  nowMs = ms;
  field.reportsFromMs = reportsFromMs;
  const before = process.cpuUsage();
  while (!(await service.tick()))
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS / 10));
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1_000 };
}

process.on("message", (turn: Turn) => {
  void takeTurn(turn).then((done) => process.send!(done));
});
process.on("disconnect", () => void service.close().then(() => process.exit(0)));
process.send!("ready");
