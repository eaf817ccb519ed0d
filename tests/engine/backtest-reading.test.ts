import { describe, expect, it } from "vitest";
import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { UTC } from "../../tools/meter-csv/clock.ts";
import { iso, createLines, only, START, sunKw } from "./backtest-files.ts";

const NOON = 46;
const plain = createLines("time,solar_kw", (ms) => `${iso(ms)},${sunKw(ms)}`);
const comma = (value: number) => String(value).replace(".", ",");
const local = (ms: number) => iso(ms + 120 * MINUTE_MS).slice(0, 16);
const [dates, clocks] = [
  (ms: number) => local(ms).slice(0, 10).split("-").toReversed().join("-"),
  (ms: number) => local(ms).slice(11),
];

describe("a meter file is interpreted", async () => {
  const expected = await only(plain);

  it.each([
    [
      "semicolons and decimal commas",
      "time;solar_kw",
      (ms: number) => `${iso(ms)};${comma(sunKw(ms))}`,
    ],
    ["tabs", "time\tsolar_kw", (ms: number) => `${iso(ms)}\t${sunKw(ms)}`],
    ["quoted decimal commas", "time,solar_kw", (ms: number) => `${iso(ms)},"${comma(sunKw(ms))}"`],
    ["a mark in front", "\uFEFFtime,solar_kw", (ms: number) => `${iso(ms)},${sunKw(ms)}`],
    ["MW", "time,solar [MW]", (ms: number) => `${iso(ms)},${sunKw(ms) / 1000}`],
    ["Wh in each interval", "time,Opwek (Wh)", (ms: number) => `${iso(ms)},${sunKw(ms) * 250}`],
    ["generation as negative", "time,solar_kw", (ms: number) => `${iso(ms)},${-sunKw(ms)}`],
    ["seconds since 1970", "ts,pv_kw", (ms: number) => `${ms / 1000},${sunKw(ms)}`],
    ["milliseconds since 1970", "ts,pv_kw", (ms: number) => `${ms},${sunKw(ms)}`],
    ["an offset", "time,pv_kw", (ms: number) => `${local(ms)}+02:00,${sunKw(ms)}`],
    [
      "a space and seconds",
      "time,pv_kw",
      (ms: number) => `${iso(ms).slice(0, 10)} ${iso(ms).slice(11, 19)},${sunKw(ms)}`,
    ],
    [
      "other columns",
      "lat,temp,time,solar_kw",
      (ms: number) => `52,${ms % 77},${iso(ms)},${sunKw(ms)}`,
    ],
    [
      "Dutch dates and clock",
      "Datum;Tijd;kW",
      (ms: number) => `${dates(ms)};${clocks(ms)};${comma(sunKw(ms))}`,
    ],
    [
      "a title above the header",
      "Opwek van het dak;\r\nTijd;Opwek kW",
      (ms: number) => `${iso(ms)};${comma(sunKw(ms))}`,
    ],
    [
      "points between thousands",
      "tijd;opwek W",
      (ms: number) => `${iso(ms)};${(sunKw(ms) * 1000).toLocaleString("nl-NL")}`,
    ],
    [
      "commas between thousands",
      "time;pv W",
      (ms: number) => `${iso(ms)};${(sunKw(ms) * 1000).toLocaleString("en-US")}`,
    ],
    ["Dutch time called UTC", "time,solar_kw", (ms: number) => `${local(ms)}+00:00,${sunKw(ms)}`],
  ])("with %s", async (_, header, line) => {
    const { kind, quarters } = await only(createLines(header, line));
    expect(kind).toBe("pv");
    expect(quarters.startMs).toBe(START);
    expect(quarters.kw.length).toBe(expected.quarters.kw.length);
    for (const [i, kw] of quarters.kw.entries())
      expect(kw).toBeCloseTo(sunKw(START + i * QUARTER_MS), 6);
  });

  it.each([1, 5, 10])("with a value every %i minutes, averaged", async (minutes) => {
    const stepMs = minutes * MINUTE_MS;
    const lines = createLines("time,solar_kw", (ms) => `${iso(ms)},${sunKw(ms, stepMs)}`, stepMs);
    const { quarters, said } = await only(lines);
    expect(said).toContain(`${minutes} minute`);
    for (const [i, kw] of quarters.kw.entries())
      expect(Math.abs(kw - sunKw(START + i * QUARTER_MS))).toBeLessThan(0.15);
  });

  it("as meter readings, whose differences count, but not the first of a new meter", async () => {
    let kwh = 5000;
    const lines = createLines("time;Stand teruglevering kWh", (ms) => {
      if (ms === START + 300 * QUARTER_MS) kwh = 0;
      const line = `${iso(ms)};${comma(Math.round(kwh * 1e6) / 1e6)}`;
      kwh += sunKw(ms) / 4;
      return line;
    });
    const { quarters, said } = await only(lines);
    expect(said).toContain("kWh meter readings");
    expect(quarters.kw[NOON]).toBeCloseTo(sunKw(START + NOON * QUARTER_MS), 3);
    expect(quarters.kw[299]).toBeNaN();
  });

  it("with timestamps at the end of each quarter-hour, inferred from where the days begin and end", async () => {
    const lines = createLines("time,solar_kw", (ms) => `${iso(ms + QUARTER_MS)},${sunKw(ms)}`);
    expect((await only(lines)).said).toContain("stamps mark the end");
    expect((await only(lines)).quarters).toEqual(expected.quarters);
    expect((await only(lines, { stamps: "start" })).quarters.startMs).toBe(START + QUARTER_MS);
  });

  it("through the repeated hour in October", async () => {
    const startMs = Date.parse("2026-10-19T22:00:00Z");
    const amsterdam = new Intl.DateTimeFormat("sv-SE", {
      timeZone: "Europe/Amsterdam",
      dateStyle: "short",
      timeStyle: "short",
    });
    const load = (ms: number) => 1 + ((ms / QUARTER_MS) % 7);
    const line = (ms: number) => `${amsterdam.format(ms)},${load(ms)}`;
    const { kind, quarters, said } = await only(
      createLines("tijd,verbruik_kw", line, QUARTER_MS, startMs),
    );
    expect(kind).toBe("load");
    expect(said).toContain("local time Europe/Amsterdam");
    expect(quarters.startMs).toBe(startMs);
    expect([...quarters.kw]).toEqual(
      Array.from({ length: quarters.kw.length }, (_, i) => load(startMs + i * QUARTER_MS)),
    );
  });
});

it("without taking three decimals everywhere for thousands", async () => {
  const load = (ms: number) => (1 + ((ms / QUARTER_MS) % 7) / 8).toFixed(3);
  for (const sign of [".", ","]) {
    const lines = createLines(
      "tijd;verbruik_kw",
      (ms) => `${iso(ms)};${load(ms).replace(".", sign)}`,
    );
    expect(Math.max(...(await only(lines)).quarters.kw)).toBe(1.75);
  }
});

describe("a meter file reports", () => {
  it("rows that are out of order, duplicate, without a value or a time, or not numeric", async () => {
    const lines = [...plain];
    lines.push(lines[50]!);
    [lines[60], lines[61]] = [lines[61]!, lines[60]!];
    lines[100] = lines[100]!.replace(/,.*/, ",");
    lines[101] = lines[101]!.replace(/,.*/, ",kapot");
    lines[102] = "no time,3";
    const { quarters, said } = await only(lines);
    expect(said).toContain("1 row repeated with the same value");
    expect(said).toContain("2 steps back in time, put in order");
    expect(said).toContain("1 row refused: there is no value (first on line 101)");
    expect(said).toContain("no number with a decimal point (first on line 102)");
    expect(said).toContain("the date and time cannot be read (first on line 103)");
    expect(said).toContain(`3 of ${quarters.kw.length} quarter-hours missing`);
    expect(quarters.kw[100]).toBeNaN();
  });

  it("the sign, the unit and the time zone it inferred", async () => {
    const { said } = await only(createLines("time,pv", (ms) => `${local(ms)},${-sunKw(ms)}`));
    expect(said).toContain("flipped");
    expect(said).toContain("no unit is named: taken as kW");
    expect(said).toContain("local time Europe/Amsterdam");
  });

  it("UTC without an offset, inferred from the sun", async () => {
    const { quarters, said } = await only(
      createLines("time,pv", (ms) => `${iso(ms).slice(0, 16)},${sunKw(ms)}`),
    );
    expect(said).toContain("on the clock of UTC, which fits the sun best");
    expect(quarters.startMs).toBe(START);
  });

  it("panels that produce at night, so are in another place", async () => {
    const far = { latitude: -37.8, longitude: 145 };
    expect((await only(plain, { position: far })).said).toContain("its name says solar, but");
    expect((await only(plain)).said).not.toContain("its name says solar");
  });

  it("options that take precedence over inference", async () => {
    const lines = createLines("time,pv", (ms) => `${local(ms)}Z,${sunKw(ms)}`);
    expect((await only(lines)).quarters.startMs).toBe(START);
    const asked = await only(lines, { zone: UTC, unit: "MWh", kind: "load" });
    expect(asked.quarters.startMs).toBe(START + 8 * QUARTER_MS);
    expect(asked.quarters.kw[NOON]).toBeCloseTo(4000 * sunKw(START + NOON * QUARTER_MS), 3);
    expect(asked.kind).toBe("load");
  });
});
