// Preloaded into every program of a started product as `shifted-clock.mjs?ms=N`: its clock reads N ms more than
// the machine's.
const shiftMs = Number(new URL(import.meta.url).searchParams.get("ms"));
const machineNow = Date.now;
Date.now = () => machineNow() + shiftMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [target.now()], newTarget),
  apply: (target) => new target(target.now()).toString(),
});
Date.prototype.constructor = Date;
