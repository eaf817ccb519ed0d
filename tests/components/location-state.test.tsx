import { expect, test } from "vitest";
import { locationStands } from "@/lib/contract/location-status.ts";
import { coordinates, placeName } from "@/lib/i18n/address.ts";
import { formatsOf } from "@/lib/i18n/format.ts";

const now = Date.parse("2026-06-10T08:46:00Z");

const stands = (last_reported_at: string | null, responding?: boolean) =>
  locationStands({ last_reported_at, responding }, now);

test("a location reports while its latest measurement is five minutes old at most", () => {
  expect(stands("2026-06-10T08:41:00Z")).toBe("reporting");
  expect(stands("2026-06-10T08:40:59Z")).toBe("silent");
  expect(stands(null)).toBe("never_reported");
});

test("a location that follows a control says so while it reports, as the map counts it", () => {
  expect(stands("2026-06-10T08:41:00Z", true)).toBe("responding");
  expect(stands("2026-06-10T08:40:59Z", true)).toBe("silent");
});

test("a service that does not tell who follows leaves it at reporting", () => {
  expect(stands("2026-06-10T08:41:00Z", undefined)).toBe("reporting");
});

test("a location without an address is called by its coordinates, in the reader's language", () => {
  const place = { latitude: 52.0907, longitude: -5.1214, metadata: { address: " " } };
  expect(placeName(place, formatsOf("en"))).toBe("52.0907° N · 5.1214° W");
  expect(coordinates(place, formatsOf("nl"))).toBe("52,0907° NB · 5,1214° WL");
  expect(placeName({ ...place, metadata: { address: "Kade 2" } }, formatsOf("nl"))).toBe("Kade 2");
});
