import { readFileSync } from "node:fs";

// Preloaded into every program of a started product as `shifted-clock.mjs?file=PATH`: its clock reads so many ms
// more than the machine's as the file says. The file may change while the program runs.
const file = new URL(import.meta.url).searchParams.get("file");
const LOOK_AGAIN_MS = 20;
const machineNow = Date.now;
let [shiftMs, readMs] = [0, -Infinity];

Date.now = () => {
  const now = machineNow();
  if (now - readMs >= LOOK_AGAIN_MS) [shiftMs, readMs] = [Number(readFileSync(file, "utf8")), now];
  return now + shiftMs;
};
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [target.now()], newTarget),
  apply: (target) => new target(target.now()).toString(),
});
Date.prototype.constructor = Date;
