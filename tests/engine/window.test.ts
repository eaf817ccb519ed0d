import { describe, expect, it } from "vitest";
import { parseInstant, resolveWindow } from "../../service/engine/window.ts";

const NOW = Date.parse("2026-05-01T10:07:30Z");
const limits = { maxHours: 24, aheadHours: 168 };
const resolve = (time_from?: string | null, time_to?: string | null, nowMs = NOW) =>
  resolveWindow({ time_from, time_to }, nowMs, limits);
const window = (from: string, to: string) => ({
  ok: true,
  fromMs: Date.parse(from),
  toMs: Date.parse(to),
});
const NAMES: [RegExp, string, object?][] = [
  [/^must not be before the current minute/, "window-before-now"],
  [/^must be after time_from/, "window-end-before-start"],
  [/^must be at most 24 hours/, "window-too-long", { values: { hours: 24 } }],
  [/^must be within 168 hours/, "window-too-far-ahead", { values: { hours: 168 } }],
  [/^must be an ISO 8601/, "not-an-instant"],
];
/** A validation message with its code and limit. */
const fault = (pointer: string, detail: string) => {
  const [, code, limit] = NAMES.find(([said]) => said.test(detail))!;
  return { pointer, detail, code, ...limit };
};
const refusal = (pointer: string, detail: string) => ({
  ok: false,
  faults: [fault(pointer, detail)],
});

describe("parseInstant", () => {
  it.each([
    ["2026-05-01T10:00:00Z", "2026-05-01T10:00:00Z"],
    ["2026-05-01T10:00:00", "2026-05-01T10:00:00Z"],
    ["2026-05-01T10:00", "2026-05-01T10:00:00Z"],
    ["2026-05-01T10:00:00.250", "2026-05-01T10:00:00.250Z"],
    ["2026-05-01T12:00:00+02:00", "2026-05-01T10:00:00Z"],
    ["2026-05-01T07:00:00-03:00", "2026-05-01T10:00:00Z"],
  ])("parses %s as %s", (text, instant) => {
    expect(parseInstant(text)).toBe(Date.parse(instant));
  });

  it.each(["", "tomorrow", "2026-05-01", "2026-13-01T00:00:00Z", "1746093600", "May 1 2026 10:00"])(
    "refuses %j",
    (text) => {
      expect(parseInstant(text)).toBeNaN();
    },
  );
});

describe("the window of a control", () => {
  it.each([undefined, null, ""])(
    "with %j for both is this minute to the end of this quarter-hour",
    (empty) => {
      expect(resolve(empty, empty)).toEqual(window("2026-05-01T10:07:00Z", "2026-05-01T10:15:00Z"));
    },
  );

  it("that starts exactly on a quarter-hour with an open end lasts until the end of that quarter-hour", () => {
    const quarter = Date.parse("2026-05-01T10:15:00Z");
    expect(resolve(null, null, quarter)).toEqual(
      window("2026-05-01T10:15:00Z", "2026-05-01T10:30:00Z"),
    );
  });

  it("has an open end at the quarter-hour of its start", () => {
    expect(resolve("2026-05-01T18:20:00Z")).toEqual(
      window("2026-05-01T18:20:00Z", "2026-05-01T18:30:00Z"),
    );
  });

  it("has both ends rounded up to the next full minute, and full minutes unchanged", () => {
    expect(resolve("2026-05-01T10:20:00.001Z", "2026-05-01T11:00:59Z")).toEqual(
      window("2026-05-01T10:21:00Z", "2026-05-01T11:01:00Z"),
    );
    expect(resolve("2026-05-01T10:20:00Z", "2026-05-01T11:00:00Z")).toEqual(
      window("2026-05-01T10:20:00Z", "2026-05-01T11:00:00Z"),
    );
  });

  it("may start within the current minute", () => {
    expect(resolve("2026-05-01T10:07:00Z", "2026-05-01T10:08:00Z")).toEqual(
      window("2026-05-01T10:07:00Z", "2026-05-01T10:08:00Z"),
    );
  });

  it("reads timestamps without an offset as UTC in any machine time zone", () => {
    expect(resolve("2026-05-01T12:00:00", "2026-05-01T15:00:00+02:00")).toEqual(
      window("2026-05-01T12:00:00Z", "2026-05-01T13:00:00Z"),
    );
  });

  it("may be exactly 24 hours long, and end exactly 168 hours ahead", () => {
    expect(resolve("2026-05-02T00:00:00Z", "2026-05-03T00:00:00Z").ok).toBe(true);
    expect(resolve("2026-05-08T09:00:00Z", "2026-05-08T10:07:30Z").ok).toBe(true);
  });
});

describe("an invalid window is refused with a message that names what is allowed", () => {
  it("for a start before the current minute", () => {
    expect(resolve("2026-05-01T10:06:00Z", "2026-05-01T10:30:00Z")).toEqual(
      refusal("#/time_from", "must not be before the current minute (2026-05-01T10:07:00.000Z)"),
    );
  });

  it("for an end that is not after the start once rounded", () => {
    const refused = refusal("#/time_to", "must be after time_from (2026-05-01T11:00:00.000Z)");
    expect(resolve("2026-05-01T11:00:00Z", "2026-05-01T10:30:00Z")).toEqual(refused);
    expect(resolve("2026-05-01T10:59:10Z", "2026-05-01T10:59:50Z")).toEqual(refused);
  });

  it("for an end in the past with an open start", () => {
    expect(resolve(null, "2026-05-01T10:00:00Z")).toEqual(
      refusal("#/time_to", "must be after time_from (2026-05-01T10:07:00.000Z)"),
    );
  });

  it("for more than 24 hours", () => {
    expect(resolve("2026-05-02T00:00:00Z", "2026-05-03T00:00:01Z")).toEqual(
      refusal(
        "#/time_to",
        "must be at most 24 hours after time_from (2026-05-03T00:00:00.000Z or earlier)",
      ),
    );
  });

  it("for an end or a start further ahead than allowed", () => {
    expect(resolve("2026-05-08T10:00:00Z", "2026-05-08T10:09:00Z")).toEqual(
      refusal(
        "#/time_to",
        "must be within 168 hours from now (2026-05-08T10:08:00.000Z or earlier)",
      ),
    );
    expect(resolve("2026-05-09T10:00:00Z")).toEqual(
      refusal("#/time_from", "must be within 168 hours from now (before 2026-05-08T10:08:00.000Z)"),
    );
  });

  it("for an open end beyond the allowed range, naming the end", () => {
    expect(resolve("2026-05-08T10:01:00Z")).toEqual(
      refusal(
        "#/time_to",
        "must be within 168 hours from now (2026-05-08T10:08:00.000Z or earlier)",
      ),
    );
  });

  it("for text that is not a moment, with an error per field", () => {
    const detail = "must be an ISO 8601 date-time, such as 2026-05-01T12:00:00Z";
    expect(resolve("soon", "later")).toEqual({
      ok: false,
      faults: [fault("#/time_from", detail), fault("#/time_to", detail)],
    });
    expect(resolve("soon")).toEqual(refusal("#/time_from", detail));
  });
});
