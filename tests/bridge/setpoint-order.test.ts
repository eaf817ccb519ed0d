import { describe, expect, it } from "vitest";
import { Setpoints } from "../../bridge/control/setpoints.ts";
import { TestClock } from "./test-site.ts";

const iso = (ms: number) => new Date(ms).toISOString();

function opened() {
  const clock = new TestClock();
  const memory = { lastIssuedMs: 0 };
  const setpoints = new Setpoints(clock, memory);
  const send = (more: object = {}) =>
    setpoints.accept(
      Buffer.from(
        JSON.stringify({
          control_id: "ctrl_1",
          type: "ZERO_EXPORT",
          limit_kw: 0,
          issued_at: iso(clock.nowMs()),
          valid_until: iso(clock.nowMs() + 60_000),
          revert: "normal",
          ...more,
        }),
      ),
    );
  return { clock, memory, setpoints, send };
}

describe("setpoints of a bridge", () => {
  it("are followed until their end, and the latest counts", () => {
    const { clock, setpoints, send } = opened();
    expect(send()).toBeUndefined();
    expect(setpoints.active).toMatchObject({ controlId: "ctrl_1", leftMs: 60_000 });
    clock.advance(30_000);
    expect(send({ control_id: "ctrl_2", type: "MAX_CONSUMPTION", limit_kw: null })).toBeUndefined();
    expect(setpoints.active?.controlId).toBe("ctrl_2");
    clock.advance(59_999);
    expect(setpoints.active).toBeDefined();
    clock.advance(1);
    expect(setpoints.active).toBeUndefined();
  });

  it.each([
    ["expired", { valid_until: "2026-06-15T10:00:00Z" }, "expired"],
    ["issued in the future", { issued_at: "2026-06-15T10:00:06Z" }, "in the future"],
    ["valid for an hour", { valid_until: "2026-06-15T11:00:00Z" }, "longer than 5 minutes"],
    ["of the wrong sign", { limit_kw: -2 }, "no limit in that direction"],
    ["of an unknown type", { type: "EXPLODE" }, "no setpoint"],
  ])("are ignored when %s", (_, more, reason) => {
    const { setpoints, send } = opened();
    expect(send(more)).toContain(reason);
    expect(setpoints.active).toBeUndefined();
  });

  it("are ignored when they are older than one before, also after a restart", () => {
    const { clock, memory, send } = opened();
    const old = { issued_at: iso(clock.nowMs()), valid_until: iso(clock.nowMs() + 200_000) };
    expect(send(old)).toBeUndefined();
    clock.advance(10_000);
    expect(send({ type: "RELEASE", limit_kw: null })).toBeUndefined();
    expect(send(old)).toContain("older than one before");
    const restarted = new Setpoints(clock, memory);
    const replayed = { control_id: "ctrl_1", type: "ZERO_EXPORT", limit_kw: 0, revert: "normal" };
    const payload = Buffer.from(JSON.stringify({ ...replayed, ...old }));
    expect(restarted.accept(payload)).toContain("older than one before");
  });

  it("are followed again after a restart while they are valid", () => {
    const { clock, memory, send } = opened();
    const same = { issued_at: iso(clock.nowMs()), valid_until: iso(clock.nowMs() + 60_000) };
    expect(send(same)).toBeUndefined();
    const restarted = new Setpoints(clock, memory);
    const body = { control_id: "ctrl_1", type: "ZERO_EXPORT", limit_kw: 0, revert: "normal" };
    expect(restarted.accept(Buffer.from(JSON.stringify({ ...body, ...same })))).toBeUndefined();
    expect(restarted.active).toBeDefined();
  });

  it("end no later when the clock jumps, in whichever direction", () => {
    for (const jumpMs of [3_600_000, -3_600_000]) {
      const { clock, setpoints, send } = opened();
      send();
      clock.jump(jumpMs);
      clock.advance(60_000);
      expect(setpoints.active, `after a jump of ${jumpMs} ms`).toBeUndefined();
    }
  });
});
