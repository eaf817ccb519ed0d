import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { DeviceHistory } from "../../components/devices/device-facts.tsx";
import { sourcesAt } from "@/components/locations/location-today.tsx";
import type { DeviceType } from "@/lib/contract/devices.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

const page = (locale: Locale, device_type: DeviceType, isOne: boolean) =>
  renderToStaticMarkup(
    inLanguage(
      locale,
      <DeviceHistory
        device={{
          id: "dev_1",
          location_id: "loc_1",
          name: "On the roof",
          brand: "BRAND_A",
          icon_url: "/device.svg",
          device_type,
          locationName: "Dam 1",
          created_at: "2026-06-10T12:00:00Z",
        }}
        isOne={isOne}
        capabilities={{
          status: true,
          history: true,
          forecast: true,
          devices: true,
          coverage: false,
        }}
        hasControls
        touched={{ items: [], total: 0, at: Date.parse("2026-06-10T12:00:00Z") }}
        plain={locale === "nl"}
      />,
    ),
  );

describe("the history of a device", () => {
  test("is labelled as that of all devices of its type unless it is the only one", () => {
    expect(page("en", "BATTERY", false)).toContain("All batteries at Dam 1 together");
    expect(page("nl", "SOLAR_INVERTER", false)).toContain("Alle omvormers op Dam 1 samen");
  });

  test("is its own if it is alone, and a meter's is that of the connection", () => {
    expect(page("en", "BATTERY", true)).not.toContain("together");
    expect(page("en", "METER", false)).toContain("The whole connection of Dam 1");
  });
});

test("a location's chart offers the connection and each device type present", () => {
  const at = (...types: DeviceType[]) => sourcesAt(types.map((device_type) => ({ device_type })));
  expect(at("METER", "BATTERY", "SOLAR_INVERTER", "BATTERY")).toEqual([
    "CONNECTION",
    "SOLAR_INVERTER",
    "BATTERY",
  ]);
  expect(at("METER")).toEqual(["CONNECTION"]);
});
