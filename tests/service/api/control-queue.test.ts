import { describe, expect, it } from "vitest";
import { ControlQueue } from "../../../service/api/control-queue.ts";
import { ApiProblem } from "../../../service/api/problems.ts";

const MAX = 100;
const ZONE = { zone: "NL", groupId: null };
const group = (groupId: string) => ({ zone: "NL", groupId });

/** Names in the order in which their turns started, and how each ends. */
function recorder(queue: ControlQueue) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const note = (name: string) => (end: () => void) => {
    started.push(name);
    ends.set(name, end);
  };
  return {
    started,
    enter: (name: string, scope = ZONE as Parameters<ControlQueue["enter"]>[0]) =>
      queue.enter(scope).then(note(name)),
    cancel: (name: string, scope = ZONE as Parameters<ControlQueue["enter"]>[0]) =>
      queue.enterFirst(scope).then(note(name)),
    end: async (name: string) => {
      ends.get(name)!();
      await new Promise(setImmediate);
    },
  };
}

describe("the control queue", () => {
  it("cancels next after the running control, however many controls wait", async () => {
    const queue = new ControlQueue();
    const done: string[] = [];
    const end = await queue.enter(ZONE);
    const waiting = Array.from({ length: MAX - 1 }, async () => {
      const endTurn = await queue.enter(ZONE);
      done.push("new");
      endTurn();
    });
    await expect(queue.enter(ZONE)).rejects.toBeInstanceOf(ApiProblem);
    const cancelled = queue.enterFirst(ZONE).then((endTurn) => {
      done.push("cancelled");
      endTurn();
    });
    end();
    await Promise.all([cancelled, ...waiting]);
    expect(done[0]).toBe("cancelled");
    expect(done).toHaveLength(MAX);
  });

  it("processes controls of different groups at once, and those of one group in order", async () => {
    const { started, enter, end } = recorder(new ControlQueue());
    await enter("a1", group("a"));
    void enter("a2", group("a"));
    await enter("b1", group("b"));
    expect(started).toEqual(["a1", "b1"]);
    await end("a1");
    expect(started).toEqual(["a1", "b1", "a2"]);
  });

  it("lets a control of the zone wait for all before it, and those after it wait for it", async () => {
    const { started, enter, end } = recorder(new ControlQueue());
    await enter("a1", group("a"));
    void enter("zone");
    void enter("b1", group("b"));
    void enter("c1", group("c"));
    await end("a1");
    expect(started).toEqual(["a1", "zone"]);
    await end("zone");
    expect(started).toEqual(["a1", "zone", "b1", "c1"]);
  });

  it("lets a cancellation wait for running controls that may share its locations, and no other", async () => {
    const { started, enter, cancel, end } = recorder(new ControlQueue());
    await enter("a1", group("a"));
    void enter("a2", group("a"));
    await enter("b1", group("b"));
    void cancel("b2", group("b"));
    await cancel("c1", group("c"));
    expect(started).toEqual(["a1", "b1", "c1"]);
    await end("b1");
    expect(started).toEqual(["a1", "b1", "c1", "b2"]);
  });
});
