import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { OutlookSums } from "../engine/outlook-sums.ts";
import { unpackSites, type OutlookPortion } from "./outlook-portion.ts";
import type { ThreadAnswer } from "./sum-outlooks.ts";

// On Linux a thread has a priority of its own: requests go first. Elsewhere it would be that of the process.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** A thread that sums the forecasts of portions of sites. */
parentPort!.on("message", (portion: OutlookPortion) => {
  const sums = new OutlookSums(portion.startMs, portion.horizon);
  for (const site of unpackSites(portion)) sums.add(site);
  const buffer = portion.models.buffer as ArrayBuffer;
  const answer: ThreadAnswer = { areas: sums.areas, buffer };
  parentPort!.postMessage(answer, [buffer]);
});
