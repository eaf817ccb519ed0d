import { describe, expect, it } from "vitest";
import { deviceBody, emptyDevice } from "../../components/devices/device-form.tsx";
import { createFormats } from "@/lib/i18n/format.ts";
import { compass, describeRatings } from "../../components/devices/device-columns.tsx";
import { deviceRegister } from "@/lib/contract/index.ts";
import { createTranslatorFor } from "./in-language.tsx";

const named = { ...emptyDevice, name: " Roof ", brand: "BRAND_A" };

describe("device registration", () => {
  it("sends the ratings of a solar inverter, with decimal commas parsed", () => {
    const draft = { ...named, pv_peak_kw: "5,6", inverter_kw: "5", azimuth: "182,5" };
    expect(deviceRegister.parse(deviceBody("loc_1", draft))).toEqual({
      location_id: "loc_1",
      name: "Roof",
      brand: "BRAND_A",
      device_type: "SOLAR_INVERTER",
      ratings: { pv_peak_kw: 5.6, inverter_kw: 5, tilt: 35, azimuth: 182.5, controllable: true },
    });
  });

  it("leaves a battery's empty efficiency and minimum charge to the contract's defaults", () => {
    const draft = {
      ...named,
      device_type: "BATTERY" as const,
      capacity_kwh: "10",
      power_kw: "5",
      efficiency: "",
      floor: "",
    };
    const body = deviceRegister.parse(deviceBody("loc_1", draft));
    expect(body.ratings).toMatchObject({ efficiency: 0.95, floor: 0.1 });
  });

  it("sends an unknown connection limit as null, and an invalid one as invalid", () => {
    const meter = { ...named, device_type: "METER" as const };
    expect(deviceBody("loc_1", meter).ratings).toEqual({ connection_limit_kw: null });
    const wrong = deviceBody("loc_1", { ...meter, connection_limit_kw: "much" });
    expect(deviceRegister.safeParse(wrong).success).toBe(false);
  });
});

describe("device ratings", () => {
  it("name the orientation of the panels", () => {
    expect([0, 22, 23, 180, 270, 359].map(compass)).toEqual(["n", "n", "ne", "s", "w", "n"]);
  });

  it("show that a connection limit is unknown", () => {
    const said = (locale: "en" | "nl") =>
      describeRatings(
        { connection_limit_kw: null },
        createTranslatorFor(locale, "devices"),
        createFormats(locale),
      );
    expect(said("en")).toEqual([["Connection limit", "Unknown"]]);
    expect(said("nl")).toEqual([["Aansluitwaarde", "Onbekend"]]);
  });
});
