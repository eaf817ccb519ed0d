import type { useTranslations } from "next-intl";
import type { Formats } from "@/lib/i18n/format.ts";
import type { DeviceDetail } from "@/lib/contract/devices.ts";

type Ratings = DeviceDetail["ratings"];
type DeviceTranslator = ReturnType<typeof useTranslations<"devices">>;

/** A device's ratings for reading: label and value with its unit. */
export function describeRatings(
  ratings: Ratings,
  t: DeviceTranslator,
  f: Formats,
): [label: string, value: string][] {
  const degrees = (value: number) => `${f.number(value, { decimals: 0 })}°`;
  const follows = (value: boolean) => (value ? t("followsYes") : t("followsNo"));
  if ("pv_peak_kw" in ratings) {
    const { azimuth } = ratings;
    const direction = { degrees: degrees(azimuth), compass: t(`compass.${compass(azimuth)}`) };
    return [
      [t("ratings.pvPeak"), f.kw(ratings.pv_peak_kw)],
      [t("ratings.inverter"), f.kw(ratings.inverter_kw)],
      [t("ratings.tilt"), degrees(ratings.tilt)],
      [t("ratings.azimuth"), t("ratings.direction", direction)],
      [t("follows"), follows(ratings.controllable)],
    ];
  }
  if ("capacity_kwh" in ratings) {
    return [
      [t("ratings.capacity"), f.kwh(ratings.capacity_kwh)],
      [t("ratings.power"), f.kw(ratings.power_kw)],
      [t("ratings.efficiency"), f.percent(ratings.efficiency)],
      [t("ratings.floor"), f.percent(ratings.floor)],
      [t("follows"), follows(ratings.controllable)],
    ];
  }
  const limit = ratings.connection_limit_kw;
  return [[t("ratings.limit"), limit === null ? t("ratings.limitUnknown") : f.kw(limit)]];
}

/** The one rating people compare devices by. */
export function mainRating(ratings: Ratings | undefined, f: Formats): string | null {
  if (!ratings) return null;
  const oneDecimal = (value: number) => f.number(value, { decimals: 1 });
  if ("pv_peak_kw" in ratings) return `${oneDecimal(ratings.pv_peak_kw)} kWp`;
  if ("capacity_kwh" in ratings) return `${oneDecimal(ratings.capacity_kwh)} kWh`;
  const limit = ratings.connection_limit_kw;
  return limit === null ? null : `${oneDecimal(limit)} kW`;
}

const points = ["n", "ne", "e", "se", "s", "sw", "w", "nw"] as const;

/** The direction an azimuth points to, in degrees clockwise from north. */
export const compass = (azimuth: number): (typeof points)[number] =>
  points[Math.round(azimuth / 45) % 8]!;
