import type { DeviceClass } from "@/lib/contract/historical.ts";
import type { Labels } from "../chart/use-chart-labels.ts";

/** Whose power a chart shows: the connection's, or that of one class of devices behind it. */
export type MeasurementSource = "CONNECTION" | DeviceClass;

export const allSources: readonly MeasurementSource[] = ["CONNECTION", "SOLAR_INVERTER", "BATTERY"];

/** The unit of a subject and what its sign means, for an axis or a file. */
export function getUnit(subject: MeasurementSource, plain: boolean, t: Labels["t"]): string {
  if (subject === "BATTERY") return t("unit.battery");
  if (subject === "SOLAR_INVERTER") return t("unit.solar");
  return t(plain ? "unit.plain" : "unit.injection");
}
