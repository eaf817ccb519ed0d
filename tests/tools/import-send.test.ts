import { expect, it } from "vitest";
import { Batcher } from "../../tools/import/send.ts";
import { Refusal } from "../../tools/meter-csv/refused-rows.ts";
import { importText, getInjectionKw, meterService, getStarts } from "./import-meter.ts";

const day = (rows: number) =>
  `Start UTC,Feed-in (kW)\n${Array.from({ length: rows }, (_, i) => {
    const at = new Date(Date.UTC(2026, 0, 1) + i * 900_000).toISOString().slice(0, 19);
    return `${at}Z,${i % 7}.5`;
  }).join("\n")}\n`;

const refusal = (errors: { pointer: string; detail: string }[]) => ({
  status: 422,
  body: {
    type: "about:blank",
    title: "Invalid",
    status: 422,
    detail: "Not valid.",
    errors,
    request_id: "r",
  },
});

it("posts to the location with the key, in batches the contract accepts", async () => {
  const service = await meterService();
  const { code, output } = await importText(day(7_000), [], service);
  expect(code, output).toBe(0);
  expect(service.paths[0]).toBe("POST /v1/locations/loc_1/measurements ck_test");
  expect(service.sizes.every((size) => size <= 3_000)).toBe(true);
  expect(service.taken).toHaveLength(7_000);
  expect(output).toContain("Quarter-hours: 7,000, changed 7,000, unchanged 0");
});

it.each([429, 503])("retries after the time given by %i", async (status) => {
  const busy = { status, headers: { "Retry-After": "7" } };
  const service = await meterService((_, call) => (call <= 2 ? busy : undefined));
  const { code, pauses, taken } = await importText(day(4), [], service);
  expect(code).toBe(0);
  expect(pauses).toEqual([7_000, 7_000]);
  expect(taken).toHaveLength(4);
});

it("gives up on a service that stays busy", async () => {
  const service = await meterService(() => ({ status: 429, headers: { "Retry-After": "60" } }));
  const { code, output } = await importText(day(4), [], service);
  expect(code).toBe(1);
  expect(output).toContain("too busy (429, 11 tries)");
});

it("skips rows the service refuses, names their lines and sends the rest", async () => {
  const fault = { pointer: "#/measurements/2/time_from", detail: "is too long ago" };
  const service = await meterService((_, call) => (call === 1 ? refusal([fault]) : undefined));
  const { code, output } = await importText(day(5), [], service);
  expect(code).toBe(2);
  expect(getStarts(service.taken)).not.toContain("2026-01-01T00:30:00Z");
  expect(service.taken).toHaveLength(4);
  expect(output).toContain("1: the service: time_from is too long ago");
  expect(output).toContain("line 4: 2026-01-01T00:30:00Z,2.5");
});

it.each([
  [401, "refuses the API key"],
  [403, "may not record measurements"],
  [404, "no location loc_1"],
  [413, "refuses the measurements (413)"],
])("stops with a message when the service answers %i", async (status, sentence) => {
  const service = await meterService(() => ({ status }));
  const { code, output } = await importText(day(4), [], service);
  expect(code).toBe(1);
  expect(service.paths).toHaveLength(1);
  expect(output).toContain(sentence);
});

it("stops if the service does not know the device, instead of refusing every row", async () => {
  const pointer = "#/measurements/0/devices/0/device_id";
  const service = await meterService(() => refusal([{ pointer, detail: "is not here" }]));
  const { code, output } = await importText(day(4), ["--device", "dev_1"], service);
  expect(code).toBe(1);
  expect(output).toContain("device_id is not here");
});

it("names the URL if nothing answers", async () => {
  const service = { ...(await meterService()), baseUrl: "http://127.0.0.1:1" };
  const { code, output } = await importText(day(4), [], service);
  expect(code).toBe(1);
  expect(output).toContain("http://127.0.0.1:1 does not answer");
});

it("sends a device's power under its id, and nothing for the connection", async () => {
  const { taken } = await importText(day(2), ["--device", "dev_1"]);
  expect(getInjectionKw(taken)).toEqual([undefined, undefined]);
  expect(taken[1]?.devices).toEqual([{ device_id: "dev_1", power_kw: 1.5 }]);
});

it("shows everything and sends nothing on a dry run", async () => {
  const service = await meterService();
  const { code, output } = await importText(day(8), ["--dry-run"], service);
  expect(code).toBe(0);
  expect(service.paths).toEqual([]);
  expect(output).toContain("Values that would be sent: 8 (dry run, nothing was sent)");
});

it("stops while reading the file, and reports what was recorded", async () => {
  const service = await meterService();
  const stopped = AbortSignal.abort(new Refusal("you pressed Ctrl-C."));
  const { code, output } = await importText(day(500), [], service, stopped);
  expect(code).toBe(1);
  expect(output).toBe(
    "Stopped: you pressed Ctrl-C.\n0 values were recorded; it can be run again.\n",
  );
  expect(service.paths).toEqual([]);
});

it("splits batches between quarter-hours, also of minutes that begin inside one", () => {
  const batcher = new Batcher(undefined);
  const batches = Array.from({ length: 9_000 }, (_, i) => {
    const startMs = (i + 4) * 60_000;
    return batcher.add({ startMs, endMs: startMs + 60_000, kw: 1, line: i, text: "" });
  }).filter((batch) => batch !== undefined);
  expect(batches.length).toBeGreaterThan(2);
  for (const batch of batches) expect((batch.at(-1)?.endMs ?? 1) % 900_000).toBe(0);
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(3_000);
});
