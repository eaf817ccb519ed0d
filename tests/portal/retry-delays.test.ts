import { expect, test, vi } from "vitest";
import { PortalError } from "../../lib/portal/context/errors.ts";
import { retry } from "../../lib/portal/service-client/retry.ts";

const waits = vi.hoisted(() => [] as number[]);
vi.mock("node:timers/promises", () => ({
  setTimeout: async (ms: number) => void waits.push(ms),
}));

const error = new PortalError("unavailable", "gone", "req-1");
const failing = async () => ({ error, health: "failing" as const, retryAfterMs: 0 });

test("the delay between attempts is random and doubles, so that callers do not retry at once", async () => {
  for (let caller = 0; caller < 200; caller++) await retry(failing, 3, () => 5_000);
  const [first, second] = [0, 1].map((turn) => waits.filter((_, at) => at % 2 === turn));
  for (const [pauses, fromMs, toMs] of [
    [first!, 75, 150],
    [second!, 150, 300],
  ] as const) {
    expect(pauses).toHaveLength(200);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(fromMs);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(toMs);
    expect(Math.max(...pauses) - Math.min(...pauses)).toBeGreaterThan((toMs - fromMs) / 2);
  }
});
