import { BacktestError } from "./problem.ts";

/** A unit of power or of energy per interval, and how many kW or kWh one of it is. */
export interface Unit {
  name: string;
  factor: number;
  isEnergy: boolean;
}

const UNITS: readonly Unit[] = [
  { name: "MWh", factor: 1000, isEnergy: true },
  { name: "kWh", factor: 1, isEnergy: true },
  { name: "Wh", factor: 0.001, isEnergy: true },
  { name: "MW", factor: 1000, isEnergy: false },
  { name: "kW", factor: 1, isEnergy: false },
  { name: "W", factor: 0.001, isEnergy: false },
];

/** What a value is taken for when nothing says its unit; the scores do not depend on it. */
export const UNSAID = UNITS[4]!;

/** The unit named in a column's header, as in `solar_mw`, `Opwek [kWh]`, `powerW`. */
export function unitIn(header: string): Unit | null {
  const words = header.replace(/([a-z])([A-Z])/g, "$1 $2").split(/[^A-Za-z]+/);
  const joined = header.split(/[^A-Za-z]+/);
  const lower = [...words, ...joined].map((word) => word.toLowerCase());
  return UNITS.find(({ name }) => lower.includes(name.toLowerCase())) ?? null;
}

/**
 * The unit of this name.
 * @throws BacktestError when it is none of W, kW, MW, Wh, kWh and MWh.
 */
export function unitNamed(name: string): Unit {
  const unit = UNITS.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (unit) return unit;
  const names = UNITS.map((one) => one.name).join(", ");
  throw new BacktestError(`--unit takes ${names}; "${name}" is none of them.`);
}
