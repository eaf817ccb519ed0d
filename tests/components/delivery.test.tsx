import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { isUnsettled } from "@/components/controls/detail/deliveries.tsx";
import { DeviceOutcomesList } from "@/components/controls/detail/delivery-panel.tsx";
import {
  addressedOutcomes,
  describeOutcomes,
  visibleOutcomes,
} from "../../components/controls/outcome-badge.tsx";
import { outcomeNames } from "../../lib/controls/control-state.ts";
import type { DeviceOutcomes } from "@/lib/contract/deliveries.ts";
import { createFormats } from "@/lib/i18n/format.ts";
import { inLanguage, createTranslatorFor } from "./in-language.tsx";

const none: DeviceOutcomes = {
  addressed: 0,
  pending: 0,
  executed: 0,
  failed: 0,
  unsupported: 0,
  unknown: 0,
  not_dispatched: 0,
};

describe("the acknowledgement summary of a control", () => {
  const text = (devices: DeviceOutcomes) =>
    renderToStaticMarkup(inLanguage("en", <DeviceOutcomesList devices={devices} />)).replace(
      /<[^>]*>/g,
      " ",
    );

  test("reports only what the devices acknowledged, or that nothing is known, and never claims execution", () => {
    const words = text({ ...none, addressed: 9, executed: 5, unknown: 3, failed: 1 });
    expect(words).toMatch(/9 devices addressed/);
    expect(words).toMatch(/Confirmed\s+5\s/);
    expect(words).toMatch(/Not responding\s+3\s+sent; no answer in time/);
    expect(words).toMatch(/Failed\s+1\s/);
    expect(words).not.toMatch(/executed|curtailed/i);
  });

  test("adds up to the addressed devices, with those not dispatched counted separately", () => {
    const devices = { ...none, addressed: 9, executed: 5, pending: 2, unsupported: 9 };
    const words = text(devices);
    expect(words).toMatch(/Not supported\s+2\s+sent; reported as not supported/);
    expect(words).toContain("7 more devices are not controllable and were not addressed.");
    const { addressed } = addressedOutcomes(devices);
    expect(outcomeNames.reduce((sum, name) => sum + addressed[name], 0)).toBe(9);
  });

  test("leaves out counts of zero: devices that rejected or were not addressed", () => {
    const registered = text({ ...none, addressed: 2, executed: 2, unsupported: 1 });
    expect(registered).not.toContain("Not supported");
    expect(registered).toContain("1 more device is not controllable and was not addressed.");
    const said = text({ ...none, addressed: 2, executed: 1, unsupported: 1 });
    expect(said).toMatch(/Not supported\s+1\s/);
    expect(said).not.toContain("not addressed");
  });

  test("shows rare outcomes only if there are some", () => {
    expect(visibleOutcomes(none)).toEqual(["executed", "pending", "unknown", "failed"]);
    expect(visibleOutcomes({ ...none, not_dispatched: 1 })).toContain("not_dispatched");
  });

  test("of one location is a short phrase", () => {
    const words = { t: createTranslatorFor("en", "deliveries"), f: createFormats("en") };
    expect(describeOutcomes({ ...none, addressed: 3, executed: 2, pending: 1 }, words)).toBe(
      "2 confirmed, 1 no answer yet",
    );
    expect(describeOutcomes(none, words)).toBe("");
  });
});

test("a delivery is refreshed from its start until 20 minutes after its end", () => {
  const control = {
    time_from: "2026-06-10T11:00:00Z",
    time_to: "2026-06-10T12:00:00Z",
    effective_to: "2026-06-10T11:30:00Z",
    cancelled_at: "2026-06-10T11:29:10Z",
  };
  const isLive = (time: string) => isUnsettled(control, Date.parse(`2026-06-10T${time}Z`));
  expect(["10:59:59", "11:00:00", "11:49:59", "11:50:00"].map(isLive)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
