import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { limitedLog } from "../../service/gateway/mqtt/limited-log.ts";

describe("a limited log", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
  afterEach(() => void vi.useRealTimers());

  it("passes a limited number of lines per minute, and then logs how many it dropped", () => {
    const warn = vi.fn();
    const log = limitedLog({ info() {}, warn, error() {} }, 2);
    for (let i = 0; i < 5; i++) log.warn({ i }, "odd");
    expect(warn.mock.calls).toEqual([
      [{ i: 0 }, "odd"],
      [{ i: 1 }, "odd"],
    ]);
    vi.advanceTimersByTime(60_000);
    log.warn({ i: 5 }, "odd");
    expect(warn.mock.calls.slice(2)).toEqual([
      [{ lines: 3 }, "lines like the following held back"],
      [{ i: 5 }, "odd"],
    ]);
  });
});
