import { expect, it } from "vitest";
import { nextTurn } from "../../service/planning/turns.ts";

/** Runs work in each iteration of the event loop until it is stopped. */
function countIterations() {
  let iterations = 0;
  let timer = setImmediate(function count() {
    iterations += 1;
    timer = setImmediate(count);
  });
  return { now: () => iterations, stop: () => clearImmediate(timer) };
}

it("one of the computations that wait goes on in each iteration of the event loop", async () => {
  const loop = countIterations();
  const wentOn: [computation: number, iteration: number][] = [];
  await Promise.all(
    Array.from({ length: 6 }, async (_, computation) => {
      for (let turn = 0; turn < 20; turn++) {
        await nextTurn();
        wentOn.push([computation, loop.now()]);
      }
    }),
  );
  loop.stop();
  expect(new Set(wentOn.map(([, iteration]) => iteration)).size).toBe(wentOn.length);
  // In the order in which they began to wait: none is left behind.
  expect(wentOn.map(([computation]) => computation)).toEqual(wentOn.map((_, i) => i % 6));
});
