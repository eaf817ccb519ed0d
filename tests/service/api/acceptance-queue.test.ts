import { expect, it } from "vitest";
import { AcceptanceQueue } from "../../../service/api/control-queue.ts";
import { ApiProblem } from "../../../service/api/problems.ts";

const MOST = 100;

it("takes back at once behind whoever is at it, however many controls wait", async () => {
  const queue = new AcceptanceQueue();
  const done: string[] = [];
  let go = () => {};
  const held = queue.run(() => new Promise<void>((end) => (go = end)));
  const waiting = Array.from({ length: MOST - 1 }, () => queue.run(async () => done.push("new")));
  await expect(queue.run(async () => {})).rejects.toBeInstanceOf(ApiProblem);
  const back = queue.runFirst(async () => done.push("back"));
  go();
  await Promise.all([held, back, ...waiting]);
  expect(done[0]).toBe("back");
  expect(done).toHaveLength(MOST);
});
