import { RowRefusal } from "./refused-rows.ts";

/** Energy per interval (or a reading), or average power; longer names first. */
export const units = ["kWh", "MWh", "Wh", "kW", "MW", "W"] as const;
export type Unit = (typeof units)[number];

const THOUSANDS: Record<Unit, number> = { kWh: 1, kW: 1, Wh: 1e-3, W: 1e-3, MW: 1e3, MWh: 1e3 };

export const isEnergy = (unit: Unit): boolean => unit.endsWith("h");

/** Average power over an interval, in kW, rounded to a milliwatt. */
export function averageKw(value: number, unit: Unit, intervalMinutes: number): number {
  const perHour = isEnergy(unit) ? 60 / intervalMinutes : 1;
  return Math.round(value * THOUSANDS[unit] * perHour * 1e6) / 1e6 + 0;
}

/** The unit in a header or a line of text, as in `Levering (kWh)`, `solar_mw`, `powerW`. */
export function unitIn(text: string): Unit | undefined {
  const apart = `${text} ${text.replace(/([a-z])([A-Z])/g, "$1 $2")}`;
  const tokens = apart.toLowerCase().split(/[^a-z]+/);
  return units.find((unit) => tokens.includes(unit.toLowerCase()));
}

export type Decimal = "comma" | "point";
/**
 * What a number's format implies for its decimal sign: `either` could be thousands as well, and
 * `hundreds` is the separator between such numbers if they are.
 */
type Evidence = Decimal | "either" | "hundreds" | "whole";

const SPACES = /[\s\u00a0\u202f'’]/g;
const UNIT_BEHIND = /\s*[km]?wh?$/i;
const bare = (text: string) => text.replace(UNIT_BEHIND, "").replace(SPACES, "").replace("−", "-");

const SHAPE = /^[+-]?(?:\d[\d.,]*|[.,]\d+)(?:e[+-]?\d+)?$/i;

export const otherSign = (decimal: Decimal): Decimal => (decimal === "comma" ? "point" : "comma");

/** Whether a cell can be a number in some notation. */
export const isNumericText = (text: string): boolean => SHAPE.test(bare(text));

/** What the format of a cell implies for the decimal sign of its file. */
export function decimalEvidence(text: string): Evidence {
  const number = bare(text).replace(/^[+-]/, "");
  const commas = number.split(",").length - 1;
  const points = number.split(".").length - 1;
  if (commas + points === 0) return /^[1-9]\d{2}$/.test(number) ? "hundreds" : "whole";
  if (commas && points)
    return number.lastIndexOf(",") > number.lastIndexOf(".") ? "comma" : "point";
  const sign: Decimal = commas ? "comma" : "point";
  if (commas + points > 1) return otherSign(sign);
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(number) ? "either" : sign;
}

const NUMBER: Record<Decimal, RegExp> = {
  comma: /^[+-]?(\d+|\d{1,3}(\.\d{3})+)?(,\d*)?(e[+-]?\d+)?$/i,
  point: /^[+-]?(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?(e[+-]?\d+)?$/i,
};

/**
 * The number in a cell with this decimal sign; the other sign, spaces and apostrophes group
 * thousands.
 * @throws RowRefusal when it is not a number
 */
export function readNumber(text: string, decimal: Decimal): number {
  const written = bare(text);
  if (written === "" || /^(-|n\/?a|nan|null|geen)$/i.test(written)) {
    throw new RowRefusal("there is no value");
  }
  if (!/\d/.test(written) || !NUMBER[decimal].test(written)) {
    throw new RowRefusal(`the value is no number with a decimal ${decimal}`);
  }
  const plain =
    decimal === "comma"
      ? written.replaceAll(".", "").replace(",", ".")
      : written.replaceAll(",", "");
  return Number(plain);
}
