// Preloaded into every program of a started product: its clock reads CLOCK_SHIFT_MS more than the machine's.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS);
const machineNow = Date.now;
Date.now = () => machineNow() + shiftMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [target.now()], newTarget),
  apply: (target) => new target(target.now()).toString(),
});
Date.prototype.constructor = Date;
