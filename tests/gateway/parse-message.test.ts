import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readReport, type ReportMessage } from "../../service/gateway/mqtt/parse-message.ts";

const NOW = Date.parse("2026-10-25T01:05:00Z");
const at = (kind: ReportMessage["kind"], value: unknown, retained = false) =>
  readReport(
    { kind, locationId: "loc_1", payload: Buffer.from(JSON.stringify(value)), retained },
    NOW,
  );
const minute = { time_from: "2026-10-25T01:00:00Z", time_to: "2026-10-25T01:05:00Z" };
const measured = (more: object) => at("measurement", { measurements: [{ ...minute, ...more }] });

describe("a measurement", () => {
  it("accepts any offset, and is UTC without one", () => {
    for (const time_from of [
      "2026-10-25T02:00:00+01:00",
      "2026-10-25T01:00:00",
      "2026-10-25T01:00",
    ]) {
      const read = measured({ time_from, injection_kw: 1 });
      expect(read.ok && read.reports[0]).toMatchObject({
        reading: { fromMs: Date.parse("2026-10-25T01:00:00Z"), injectionKw: 1 },
      });
    }
  });

  it("without net injection omits it, never 0", () => {
    const read = measured({ devices: [{ device_id: "m", power_kw: 2 }] });
    expect(read.ok && read.reports[0]).toMatchObject({
      reading: { injectionKw: null, devices: [{ deviceId: "m", powerKw: 2, stateOfCharge: null }] },
    });
  });

  it("may end a few seconds ahead of the service's clock, no more", () => {
    const read = (nowMs: number) =>
      readReport(
        {
          kind: "measurement",
          locationId: "loc_1",
          payload: Buffer.from(JSON.stringify({ measurements: [{ ...minute, injection_kw: 1 }] })),
          retained: false,
        },
        nowMs,
      ).ok;
    expect(read(NOW - 5_000)).toBe(true);
    expect(read(NOW - 5_001)).toBe(false);
  });

  it.each([
    ["time_from", { time_from: "2026-10-25T01:00:30Z" }],
    ["time_to", { time_to: "2026-10-25T01:04:30Z" }],
    ["time_to", { time_to: "2026-10-25T01:00:00Z" }],
    ["time_to", { time_to: "2026-10-25T00:59:00Z" }],
    ["time_to", { time_from: "2026-10-25T00:59:00Z", time_to: "2026-10-25T01:01:00Z" }],
    ["time_to", { time_to: "2026-10-25T01:06:00Z" }],
    ["time_from", { time_from: "yesterday" }],
    ["injection_kw", { injection_kw: 1e9 }],
    ["injection_kw", { injection_kw: undefined }],
    [
      "devices/1/device_id",
      {
        devices: [
          { device_id: "d", power_kw: 1 },
          { device_id: "d", power_kw: 2 },
        ],
      },
    ],
    [
      "devices/0/state_of_charge",
      { devices: [{ device_id: "d", power_kw: 1, state_of_charge: 50 }] },
    ],
  ])("is refused as a whole, naming %s, when it is %j", (field, more) => {
    const read = measured({ injection_kw: 1, ...more });
    expect(read).toMatchObject({ ok: false, fault: { field: `/measurements/0/${field}` } });
  });
});

describe("presence", () => {
  it("that is retained has its original time, and a live one the current time", () => {
    const said = { online: true, time: "2026-10-25T00:30:00Z" };
    const then = Date.parse(said.time);
    expect(at("presence", said, true)).toMatchObject({ reports: [{ presence: { atMs: then } }] });
    expect(at("presence", said)).toMatchObject({ reports: [{ presence: { atMs: NOW } }] });
    expect(at("presence", { online: false }, true)).toMatchObject({
      reports: [{ presence: { online: false, atMs: NOW } }],
    });
  });

  it("is never in the future", () => {
    const said = { online: true, time: "2027-01-01T00:00:00Z" };
    expect(at("presence", said, true)).toMatchObject({ reports: [{ presence: { atMs: NOW } }] });
  });
});

describe("text that no database can store", () => {
  const answer = (more: object, device: object = {}) =>
    at("acknowledgement", {
      control_id: "ctrl_1",
      time: "2026-10-25T01:00:00Z",
      devices: [{ device_id: "d", outcome: "failed", ...device }],
      ...more,
    });

  it.each([
    ["/control_id", answer({ control_id: "a\u0000" })],
    ["/control_id", answer({ control_id: "a\ud800" })],
    ["/devices/0/device_id", answer({}, { device_id: "\u0000" })],
    ["/devices/0/detail", answer({}, { detail: "a\u0000b" })],
    ["/devices/0/detail", answer({}, { detail: "\udc00" })],
    [
      "/measurements/0/devices/0/device_id",
      measured({ devices: [{ device_id: "\u0000", power_kw: 1 }] }),
    ],
    ["/comment", at("presence", { online: true, comment: "\u0000" })],
  ])("is refused on receipt, naming %s", (field, read) => {
    expect(read).toMatchObject({ ok: false, fault: { field } });
  });

  it("is limited to such characters: a failure reason may be in any script", () => {
    expect(answer({}, { detail: "ошибка 故障 🔌" })).toMatchObject({ ok: true });
  });
});

describe("any message", () => {
  const kinds = fc.constantFrom("acknowledgement", "measurement", "presence");
  it("of any bytes is parsed without throwing", () => {
    fc.assert(
      fc.property(kinds, fc.uint8Array(), (kind, payload) => {
        readReport({ kind, locationId: "loc_1", payload, retained: false }, NOW);
      }),
    );
  });

  it("of any JSON is parsed without throwing", () => {
    fc.assert(fc.property(kinds, fc.jsonValue(), (kind, value) => void at(kind, value)));
  });
});
