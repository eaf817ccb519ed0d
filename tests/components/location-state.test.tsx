import { expect, test } from "vitest";
import { getLocationState } from "../../lib/contract/location-status.ts";
import { coordinates, getLocationName } from "@/lib/i18n/address.ts";
import { createFormats } from "@/lib/i18n/format.ts";

const now = Date.parse("2026-06-10T08:46:00Z");

const stands = (last_reported_at: string | null, responding?: boolean) =>
  getLocationState({ last_reported_at, responding }, now);

test("a location is reporting while its latest measurement is at most five minutes old", () => {
  expect(stands("2026-06-10T08:41:00Z")).toBe("reporting");
  expect(stands("2026-06-10T08:40:59Z")).toBe("silent");
  expect(stands(null)).toBe("never_reported");
});

test("a location that follows a control shows it while it reports, as counted on the map", () => {
  expect(stands("2026-06-10T08:41:00Z", true)).toBe("responding");
  expect(stands("2026-06-10T08:40:59Z", true)).toBe("silent");
});

test("a location is only reporting if the service does not report who follows", () => {
  expect(stands("2026-06-10T08:41:00Z", undefined)).toBe("reporting");
});

test("a location without an address is named by its coordinates in the reader's language", () => {
  const place = { latitude: 52.0907, longitude: -5.1214, metadata: { address: " " } };
  expect(getLocationName(place, createFormats("en"))).toBe("52.0907° N · 5.1214° W");
  expect(coordinates(place, createFormats("nl"))).toBe("52,0907° NB · 5,1214° WL");
  expect(getLocationName({ ...place, metadata: { address: "Kade 2" } }, createFormats("nl"))).toBe(
    "Kade 2",
  );
});
