import { expect, it } from "vitest";
import { importText, getInjectionKw, getStarts, walls } from "./import-meter.ts";

const DUTCH = [
  "Overzicht meetgegevens",
  "EAN;871234567890123456",
  "",
  "Datum;Tijd;Levering (kWh);Teruglevering (kWh)",
  '31-12-2025;23:30;"1.250,50";0,25',
  "31-12-2025;23:45;0,5;2,75",
].join("\r\n");

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

it.each([
  ["UTF-8", Buffer.from(DUTCH)],
  ["UTF-8 with its mark", Buffer.from(`\ufeff${DUTCH}`)],
  ["UTF-16 from Excel", utf16(DUTCH)],
  ["Latin-1", Buffer.from(DUTCH.replace("Overzicht", "Overzicht café"), "latin1")],
])("reads a Dutch file with lines before its header, in %s", async (_, bytes) => {
  const { code, taken, output } = await importText(bytes);
  expect(code, output).toBe(0);
  expect(output).toContain("delimiter ;, decimal comma, local time Europe/Amsterdam");
  expect(output).toContain('net injection = "Teruglevering (kWh)" − "Levering (kWh)"');
  expect(getStarts(taken)).toEqual(["2025-12-31T22:30:00Z", "2025-12-31T22:45:00Z"]);
  expect(getInjectionKw(taken)).toEqual([-5001, 9]);
});

it.each([
  ["comma", "Start,Consumption (kW)\n2026-05-31 12:00,1.5\n2026-05-31 12:15,2", [-1.5, -2]],
  ["tab", "Van\tVerbruik W\n31/05/2026 12:00\t1500\n31/05/2026 12:15\t2000", [-1.5, -2]],
  ["bar", "Van|Opwek (MW)\n31-05-26 12:00|0,0015\n31-05-26 12:15|0,002", [1.5, 2]],
  ["quoted", 'Van,"Afname, kWh"\n"2026-05-31 12:00","0,375"\n"2026-05-31 12:15","0,5"', [-1.5, -2]],
  ["epoch", "time,Export Wh\n1780221600,375\n1780222500,500", [1.5, 2]],
  ["CET", "Van;Export kW\n31-05-2026 11:00 CET;1,5\n31-05-2026 11:15 CET;2,0", [1.5, 2]],
  ["am and pm", "Start;Export kW\n5/31/2026 12:00 PM;1.5\n5/31/2026 12:15 PM;2", [1.5, 2]],
  [
    "a comment",
    "# from a meter\nVan;exportW\n2026-05-31 12:00;1500\n2026-05-31 12:15;2000",
    [1.5, 2],
  ],
  ["per 15 min", "Van;Opwek 15 min (kW)\n2026-05-31 12:00;1,5\n2026-05-31 12:15;2", [1.5, 2]],
  ["thousands", "Van;Opwek W\n2026-05-31 12:00;1.500\n2026-05-31 12:15;950", [1.5, 0.95]],
  [
    "from and to",
    "Van;Tot;Invoeding MWh\n31-05-2026 12:00;31-05-2026 12:15;0,000375\n31-05-2026 12:15;31-05-2026 12:30;0,0005",
    [1.5, 2],
  ],
  [
    "date, from and to",
    "Datum;Van;Tot;Productie kWh\n31-05-2026;12:00;12:15;0,375\n31-05-2026;12:15;12:30;0,5",
    [1.5, 2],
  ],
  [
    "unit column",
    "Van;Waarde levering;Eenheid\n31-05-2026 12:00;0,375;kWh\n31-05-2026 12:15;0,5;kWh",
    [-1.5, -2],
  ],
])("reads %s", async (_, text, kw) => {
  const { code, taken, output } = await importText(text);
  expect(code, output).toBe(0);
  expect(getInjectionKw(taken)).toEqual(kw);
  expect(getStarts(taken)).toEqual(["2026-05-31T10:00:00Z", "2026-05-31T10:15:00Z"]);
});

it("sends the minutes of finer files unchanged, within their quarter-hour", async () => {
  const text =
    "Time;Import kWh\n2026-05-31T10:00Z;0.1\n2026-05-31T10:05Z;0.2\n2026-05-31T10:10Z;0.3";
  const { taken } = await importText(text, ["--values", "interval"]);
  expect(getInjectionKw(taken)).toEqual([-1.2, -2.4, -3.6]);
  expect(taken[2]?.time_to).toBe("2026-05-31T10:15:00Z");
});

const METER = [
  "time,Import T1 kWh,Import T2 kWh,Export T1 kWh,Export T2 kWh,L1 max W",
  "2026-05-31 12:00,1000.000,500.000,20.5,10.5,4000",
  "2026-05-31 12:15,1000.250,500.000,20.5,10.5,4000",
  "2026-05-31 12:30,1000.250,500.500,21.5,10.5,4000",
  "2026-05-31 13:00,1001.250,500.500,22.5,10.5,4000",
  "2026-05-31 13:15,1001.250,500.500,22.5,11.5,4000",
];
it("takes differences of meter readings, per tariff, and none over a gap", async () => {
  const { code, taken, output } = await importText(METER.join("\n"));
  expect(code, output).toBe(0);
  expect(output).toContain("kWh meter readings");
  expect(getInjectionKw(taken)).toEqual([-1, 2, 4]);
  expect(getStarts(taken).at(-1)).toBe("2026-05-31T11:00:00Z");
  expect(output).toContain("2026-05-31 12:30+02:00 – 2026-05-31 13:00+02:00");
});

it("takes Wh of six digits for numbers, not dates", async () => {
  const text = "Van;Stand export Wh\n2026-05-31 12:00;123412\n2026-05-31 12:15;123512";
  const { taken, output } = await importText(text);
  expect(getInjectionKw(taken), output).toEqual([0.4]);
});

it("takes the differences of a day of readings, but not the drop to a new meter", async () => {
  const readings = walls(0, 1440).map((at, i) => `31-05-2026 ${at};${i < 50 ? 700 + i : i - 50}`);
  const { code, taken, output } = await importText(`Van;Opwek kWh\n${readings.join("\n")}`);
  expect(code, output).toBe(2);
  expect(taken).toHaveLength(94);
  expect(new Set(getInjectionKw(taken))).toEqual(new Set([4]));
  expect(output).toContain("lower than the one before it\n    line 52: 31-05-2026 12:30;0");
});

it("takes the same differences from readings in descending order", async () => {
  const [header, ...rows] = METER;
  const { taken, output } = await importText([header, ...rows.toReversed()].join("\n"));
  expect(getInjectionKw(taken), output).toEqual([4, 2, -1]);
});

const rows = (header: string, minutes: number, values = ["1", "2", "1"]) =>
  [
    header,
    ...values.map((value, i) => {
      const at = new Date(Date.UTC(2026, 4, 31) + i * minutes * 60_000).toISOString();
      return `${at};${value}`;
    }),
  ].join("\n");

it.each([
  ["hourly values", rows("Van;Export kWh", 60), "an hour apart"],
  ["10 minutes", rows("Van;Export kWh", 10), "10 minutes apart, which does not divide"],
  ["no unit", rows("Van;Export", 15), "give --unit"],
  ["no sign", rows("Van;value kWh", 15), "give --sign"],
  ["thousands or decimals", rows("Van;Export kWh", 15, ["1.250", "2.500"]), "give --decimal"],
  ["readings or not", rows("Van;Export kWh", 15, ["500", "501", "502"]), "--values readings"],
  ["several columns", "Van;A kW;B kW\n2026-05-31 12:00;1;2\n2026-05-31 12:15;1;2", "--column"],
  ["no table", "hello\nworld", "No row of this file"],
  ["unquoted decimal comma", "Van,Export kW\n2026-05-31 12:00,1,5\n2026-05-31 12:15,1,5", "quotes"],
  ["both date orders", "Van;Export kW\n31-12-2025 12:00;1\n12-31-2025 12:15;1", "day first"],
])("asks or refuses instead of guessing: %s", async (_, text, sentence) => {
  const { code, output, taken } = await importText(text);
  expect(code).toBe(1);
  expect(taken).toEqual([]);
  expect(output).toContain(sentence);
});

it("lets options supply what the file does not contain", async () => {
  const text = "Van;A;B\n2026-01-01 12:00;1;2.500\n2026-01-01 12:15;1;3.500";
  const named = ["--column", "b", "--unit", "w", "--sign", "consumption", "--decimal", "comma"];
  const { taken } = await importText(text, [...named, "--zone", "utc", "--stamps", "end"]);
  expect(getInjectionKw(taken)).toEqual([-2.5, -3.5]);
  expect(getStarts(taken)).toEqual(["2026-01-01T11:45:00Z", "2026-01-01T12:00:00Z"]);
});

it("reports that it assumes day first if no date shows it", async () => {
  const text = "Van;Export kW\n01-02-2026 12:00;1\n01-02-2026 12:15;2";
  const { output, taken } = await importText(text);
  expect(output).toContain("day first is assumed");
  expect(getStarts(taken)[0]).toBe("2026-02-01T11:00:00Z");
});

it("refuses rows by reason with their lines and accepts the others", async () => {
  const values = ["1", "", "x", "2", "2"].map(
    (v, i) => `2026-05-31T10:${15 * (i % 4) || "00"}Z;${v}`,
  );
  const later = ["2026-05-31T11:00Z;4", "2027-01-01T00:00Z;3", "2026-05-31T11:00Z;4", "Totaal;7"];
  const text = ["Van;Export kW", ...values, ...later, "2026-05-31T11:07Z;1"].join("\n");
  const { code, output, taken } = await importText(text);
  expect(code, output).toBe(2);
  expect(getInjectionKw(taken)).toEqual([1, 2, 4]);
  expect(output).toContain("there is no value\n    line 3: 2026-05-31T10:15Z;");
  expect(output).toContain("the value is no number with a decimal point\n    line 4:");
  expect(output).toContain("stands twice, with another value; the first was taken\n    line 6:");
  expect(output).toContain("lies in the future\n    line 8:");
  expect(output).toContain("the date and time cannot be read\n    line 10: Totaal;7");
  expect(output).toContain("does not begin on a whole 15 minutes\n    line 11:");
  expect(output).toContain("Repeated with the same value: 1");
  expect(output).toContain("Gaps: 1");
});

it.each([
  [["--unit", "GWh"], "--unit takes kWh"],
  [["--sign", "up"], "--sign takes production, consumption"],
  [["--what"], "--what"],
])("refuses %j with the correct usage", async (args, sentence) => {
  const { code, output } = await importText("", args);
  expect(code).toBe(1);
  expect(output).toContain(sentence);
});
