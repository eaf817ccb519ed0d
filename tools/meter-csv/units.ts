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
