import { formatKw, formatKwh, formatNumber, formatPercent } from "@/components/format-english.ts";
import type { DeviceDetail } from "@/lib/contract/devices.ts";

type Ratings = DeviceDetail["ratings"];

const degrees = (value: number) => `${formatNumber(value, { decimals: 0 })}°`;
const yesNo = (value: boolean) => (value ? "Yes" : "No, only measured");

/** A device's ratings for reading: label and value with its unit. */
export function describeRatings(ratings: Ratings): [label: string, value: string][] {
  if ("pv_peak_kw" in ratings) {
    return [
      ["Panels, peak", formatKw(ratings.pv_peak_kw)],
      ["Inverter, AC", formatKw(ratings.inverter_kw)],
      ["Tilt", degrees(ratings.tilt)],
      ["Azimuth", `${degrees(ratings.azimuth)} ${compass(ratings.azimuth)}`],
      ["Follows setpoints", yesNo(ratings.controllable)],
    ];
  }
  if ("capacity_kwh" in ratings) {
    return [
      ["Capacity", formatKwh(ratings.capacity_kwh)],
      ["Power", formatKw(ratings.power_kw)],
      ["Efficiency, one way", formatPercent(ratings.efficiency)],
      ["Never discharged below", formatPercent(ratings.floor)],
      ["Follows setpoints", yesNo(ratings.controllable)],
    ];
  }
  const limit = ratings.connection_limit_kw;
  return [["Connection limit", limit === null ? "None known" : formatKw(limit)]];
}

/** The one rating people compare devices by. */
export function mainRating(ratings: Ratings | undefined): string | null {
  if (!ratings) return null;
  const oneDecimal = (value: number) => formatNumber(value, { decimals: 1 });
  if ("pv_peak_kw" in ratings) return `${oneDecimal(ratings.pv_peak_kw)} kWp`;
  if ("capacity_kwh" in ratings) return `${oneDecimal(ratings.capacity_kwh)} kWh`;
  const limit = ratings.connection_limit_kw;
  return limit === null ? null : `${oneDecimal(limit)} kW`;
}

const points = [
  "north",
  "north-east",
  "east",
  "south-east",
  "south",
  "south-west",
  "west",
  "north-west",
];

/** The direction an azimuth points to, in degrees clockwise from north. */
export const compass = (azimuth: number): string => points[Math.round(azimuth / 45) % 8]!;
