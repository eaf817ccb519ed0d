import { expect, it } from "vitest";
import { ControlQueue } from "../../../service/api/control-queue.ts";
import { ApiProblem } from "../../../service/api/problems.ts";

const MAX = 100;

it("cancels next after the running control, however many controls wait", async () => {
  const queue = new ControlQueue();
  const done: string[] = [];
  const end = await queue.enter();
  const waiting = Array.from({ length: MAX - 1 }, async () => {
    const endTurn = await queue.enter();
    done.push("new");
    endTurn();
  });
  await expect(queue.enter()).rejects.toBeInstanceOf(ApiProblem);
  const cancelled = queue.enterFirst().then((endTurn) => {
    done.push("cancelled");
    endTurn();
  });
  end();
  await Promise.all([cancelled, ...waiting]);
  expect(done[0]).toBe("cancelled");
  expect(done).toHaveLength(MAX);
});
