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
/** A fault as it is said, with the name and the limit that go with what is said. */
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
  ])("%s is %s", (text, instant) => {
    expect(parseInstant(text)).toBe(Date.parse(instant));
  });

  it.each(["", "tomorrow", "2026-05-01", "2026-13-01T00:00:00Z", "1746093600", "May 1 2026 10:00"])(
    "%j is no moment",
    (text) => {
      expect(parseInstant(text)).toBeNaN();
    },
  );
});

describe("the window of a control", () => {
  it.each([undefined, null, ""])("%j for both: this minute to the end of this quarter", (empty) => {
    expect(resolve(empty, empty)).toEqual(window("2026-05-01T10:07:00Z", "2026-05-01T10:15:00Z"));
  });

  it("exactly on a quarter, an open end is the end of the quarter that begins", () => {
    const quarter = Date.parse("2026-05-01T10:15:00Z");
    expect(resolve(null, null, quarter)).toEqual(
      window("2026-05-01T10:15:00Z", "2026-05-01T10:30:00Z"),
    );
  });

  it("an open end follows the quarter of a later start", () => {
    expect(resolve("2026-05-01T18:20:00Z")).toEqual(
      window("2026-05-01T18:20:00Z", "2026-05-01T18:30:00Z"),
    );
  });

  it("both ends are rounded up to the next full minute, and a full minute stays", () => {
    expect(resolve("2026-05-01T10:20:00.001Z", "2026-05-01T11:00:59Z")).toEqual(
      window("2026-05-01T10:21:00Z", "2026-05-01T11:01:00Z"),
    );
    expect(resolve("2026-05-01T10:20:00Z", "2026-05-01T11:00:00Z")).toEqual(
      window("2026-05-01T10:20:00Z", "2026-05-01T11:00:00Z"),
    );
  });

  it("a start within the current minute is not in the past", () => {
    expect(resolve("2026-05-01T10:07:00Z", "2026-05-01T10:08:00Z")).toEqual(
      window("2026-05-01T10:07:00Z", "2026-05-01T10:08:00Z"),
    );
  });

  it("stamps without an offset are UTC, whatever the machine's zone", () => {
    expect(resolve("2026-05-01T12:00:00", "2026-05-01T15:00:00+02:00")).toEqual(
      window("2026-05-01T12:00:00Z", "2026-05-01T13:00:00Z"),
    );
  });

  it("exactly 24 hours, and exactly up to 168 hours ahead, are allowed", () => {
    expect(resolve("2026-05-02T00:00:00Z", "2026-05-03T00:00:00Z").ok).toBe(true);
    expect(resolve("2026-05-08T09:00:00Z", "2026-05-08T10:07:30Z").ok).toBe(true);
  });
});

describe("a window that cannot be is refused, saying what would be right", () => {
  it("a start before the current minute", () => {
    expect(resolve("2026-05-01T10:06:00Z", "2026-05-01T10:30:00Z")).toEqual(
      refusal("#/time_from", "must not be before the current minute (2026-05-01T10:07:00.000Z)"),
    );
  });

  it("an end that is not after the start, after rounding", () => {
    const refused = refusal("#/time_to", "must be after time_from (2026-05-01T11:00:00.000Z)");
    expect(resolve("2026-05-01T11:00:00Z", "2026-05-01T10:30:00Z")).toEqual(refused);
    expect(resolve("2026-05-01T10:59:10Z", "2026-05-01T10:59:50Z")).toEqual(refused);
  });

  it("an end in the past when the start is left open", () => {
    expect(resolve(null, "2026-05-01T10:00:00Z")).toEqual(
      refusal("#/time_to", "must be after time_from (2026-05-01T10:07:00.000Z)"),
    );
  });

  it("more than 24 hours", () => {
    expect(resolve("2026-05-02T00:00:00Z", "2026-05-03T00:00:01Z")).toEqual(
      refusal(
        "#/time_to",
        "must be at most 24 hours after time_from (2026-05-03T00:00:00.000Z or earlier)",
      ),
    );
  });

  it("an end, or a start, further ahead than allowed", () => {
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

  it("an open end that would run past what is allowed names the end", () => {
    expect(resolve("2026-05-08T10:01:00Z")).toEqual(
      refusal(
        "#/time_to",
        "must be within 168 hours from now (2026-05-08T10:08:00.000Z or earlier)",
      ),
    );
  });

  it("text that is no moment, each field with its own fault", () => {
    const detail = "must be an ISO 8601 date-time, such as 2026-05-01T12:00:00Z";
    expect(resolve("soon", "later")).toEqual({
      ok: false,
      faults: [fault("#/time_from", detail), fault("#/time_to", detail)],
    });
    expect(resolve("soon")).toEqual(refusal("#/time_from", detail));
  });
});
