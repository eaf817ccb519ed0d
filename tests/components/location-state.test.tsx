import { expect, test } from "vitest";
import { heardState } from "@/lib/heard-state.ts";
import { coordinates, placeName } from "@/components/locations/place.ts";
import { formatsOf } from "@/components/format.ts";

const now = Date.parse("2026-06-10T08:46:00Z");

test("a location reports while its latest measurement is five minutes old at most", () => {
  expect(heardState("2026-06-10T08:41:00Z", now)).toBe("reporting");
  expect(heardState("2026-06-10T08:40:59Z", now)).toBe("silent");
  expect(heardState(null, now)).toBe("unheard");
});

test("a location without an address is called by its coordinates, in the reader's language", () => {
  const place = { latitude: 52.0907, longitude: -5.1214, metadata: { address: " " } };
  expect(placeName(place, formatsOf("en"))).toBe("52.0907° N · 5.1214° W");
  expect(coordinates(place, formatsOf("nl"))).toBe("52,0907° NB · 5,1214° WL");
  expect(placeName({ ...place, metadata: { address: "Kade 2" } }, formatsOf("nl"))).toBe("Kade 2");
});
