import { constants, getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { OutlookSums } from "../engine/outlook-sums.ts";
import type { ThreadAnswer, ThreadRequest } from "./forecast-thread.ts";
import { fillSeries } from "./portion-series.ts";
import { unpackSites } from "./site-portion.ts";

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

// On Linux a thread has a priority of its own: requests go first. Elsewhere it would be that of the process.
if (process.platform === "linux")
  setPriority(Math.min(PRIORITY_LOW, getPriority() + PRIORITY_BELOW_NORMAL));

const answer = (value: ThreadAnswer) => parentPort!.postMessage(value);

parentPort!.on("message", (request: ThreadRequest) => {
  if (request.kind === "series") {
    fillSeries(request);
    return answer(null);
  }
  const { portion, horizon } = request;
  const sums = new OutlookSums(portion.startMs, horizon);
  for (const site of unpackSites(portion)) sums.add(site);
  answer(sums.areas);
});
answer(null);
