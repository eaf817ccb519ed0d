import { describe, expect, it } from "vitest";
import { MINUTE_MS, QUARTER_MS } from "../../service/engine/calendar.ts";
import { iso, linesOf, only, START, sunKw } from "./backtest-files.ts";

const NOON = 46;
const plain = linesOf("time,solar_kw", (ms) => `${iso(ms)},${sunKw(ms)}`);
const comma = (value: number) => String(value).replace(".", ",");
const local = (ms: number) => iso(ms + 120 * MINUTE_MS).slice(0, 16);
const [dates, clocks] = [
  (ms: number) => local(ms).slice(0, 10).split("-").toReversed().join("-"),
  (ms: number) => local(ms).slice(11),
];

describe("a file is read as it was meant", () => {
  const expected = only(plain);

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
  ])("with %s", (_, header, line) => {
    const { kind, quarters } = only(linesOf(header, line));
    expect(kind).toBe("pv");
    expect(quarters.startMs).toBe(START);
    expect(quarters.kw.length).toBe(expected.quarters.kw.length);
    for (const [i, kw] of quarters.kw.entries())
      expect(kw).toBeCloseTo(sunKw(START + i * QUARTER_MS), 6);
  });

  it.each([1, 5, 10])("with a value every %i minutes, averaged", (minutes) => {
    const stepMs = minutes * MINUTE_MS;
    const lines = linesOf("time,solar_kw", (ms) => `${iso(ms)},${sunKw(ms, stepMs)}`, stepMs);
    const { quarters, said } = only(lines);
    expect(said).toContain(`every ${minutes} min`);
    for (const [i, kw] of quarters.kw.entries())
      expect(Math.abs(kw - sunKw(START + i * QUARTER_MS))).toBeLessThan(0.15);
  });

  it("with a meter's readings, whose differences count, and a new meter's first one does not", () => {
    let kwh = 5000;
    const lines = linesOf("time;Stand teruglevering kWh", (ms) => {
      if (ms === START + 300 * QUARTER_MS) kwh = 0;
      const line = `${iso(ms)};${comma(Math.round(kwh * 1e6) / 1e6)}`;
      kwh += sunKw(ms) / 4;
      return line;
    });
    const { quarters, said } = only(lines);
    expect(said).toContain("only grows");
    expect(quarters.kw[NOON]).toBeCloseTo(sunKw(START + NOON * QUARTER_MS), 3);
    expect(quarters.kw[299]).toBeNaN();
  });

  it("with stamps at the end of each quarter-hour, told by where the days begin and end", () => {
    const lines = linesOf("time,solar_kw", (ms) => `${iso(ms + QUARTER_MS)},${sunKw(ms)}`);
    expect(only(lines).said).toContain("stamps mark the end");
    expect(only(lines).quarters).toEqual(expected.quarters);
    expect(only(lines, { stamps: "start" }).quarters.startMs).toBe(START + QUARTER_MS);
  });

  it("through the hour that comes twice in October", () => {
    const startMs = Date.parse("2026-10-19T22:00:00Z");
    const amsterdam = new Intl.DateTimeFormat("sv-SE", {
      timeZone: "Europe/Amsterdam",
      dateStyle: "short",
      timeStyle: "short",
    });
    const load = (ms: number) => 1 + ((ms / QUARTER_MS) % 7);
    const line = (ms: number) => `${amsterdam.format(ms)},${load(ms)}`;
    const { kind, quarters, said } = only(linesOf("tijd,verbruik_kw", line, QUARTER_MS, startMs));
    expect(kind).toBe("load");
    expect(said).toContain("an hour comes twice");
    expect(quarters.startMs).toBe(startMs);
    expect([...quarters.kw]).toEqual(
      Array.from({ length: quarters.kw.length }, (_, i) => load(startMs + i * QUARTER_MS)),
    );
  });
});

it("three decimals everywhere are not thousands", () => {
  const load = (ms: number) => (1 + ((ms / QUARTER_MS) % 7) / 8).toFixed(3);
  for (const sign of [".", ","]) {
    const lines = linesOf("tijd;verbruik_kw", (ms) => `${iso(ms)};${load(ms).replace(".", sign)}`);
    expect(Math.max(...only(lines).quarters.kw)).toBe(1.75);
  }
});

describe("what is not as it should be is said", () => {
  it("rows out of order, twice, without a value or a time, or with words", () => {
    const lines = [...plain];
    lines.push(lines[50]!);
    [lines[60], lines[61]] = [lines[61]!, lines[60]!];
    lines[100] = lines[100]!.replace(/,.*/, ",");
    lines[101] = lines[101]!.replace(/,.*/, ",kapot");
    lines[102] = "no time,3";
    const { quarters, said } = only(lines);
    expect(said).toContain("1 rows for a moment already given");
    expect(said).toContain("2 rows out of order");
    expect(said).toContain("1 rows without a value");
    expect(said).toContain('1 values that are no number (first on line 102: "kapot")');
    expect(said).toContain("1 rows without a readable time (first on line 103)");
    expect(said).toContain(`3 of ${quarters.kw.length} quarter-hours missing`);
    expect(quarters.kw[100]).toBeNaN();
  });

  it("the sign, the unit and the clock that were taken", () => {
    const { said } = only(linesOf("time,pv", (ms) => `${local(ms)},${-sunKw(ms)}`));
    expect(said).toContain("flipped");
    expect(said).toContain("no unit named: taken as kW");
    expect(said).toContain("Europe/Amsterdam, which fits the sun best");
  });

  it("panels that give at night, for they stand elsewhere", () => {
    const far = { latitude: -37.8, longitude: 145 };
    expect(only(plain, { place: far }).said).toContain("its name says solar, but");
    expect(only(plain).said).not.toContain("its name says solar");
  });

  it("what is asked goes before what is found out", () => {
    const lines = linesOf("time,pv", (ms) => `${local(ms)}Z,${sunKw(ms)}`);
    expect(only(lines).quarters.startMs).toBe(START);
    const asked = only(lines, { zone: "UTC", unit: "MWh", kind: "load" });
    expect(asked.quarters.startMs).toBe(START + 8 * QUARTER_MS);
    expect(asked.quarters.kw[NOON]).toBeCloseTo(4000 * sunKw(START + NOON * QUARTER_MS), 3);
    expect(asked.kind).toBe("load");
  });
});
