import { renderToStaticMarkup } from "react-dom/server";
import { SWRConfig } from "swr";
import { describe, expect, test, vi } from "vitest";
import { buildOperationUrl } from "@/components/api/routes.ts";
import { DeliveriesTable } from "@/components/controls/detail/deliveries-table.tsx";
import { DeliveryPanel } from "@/components/controls/detail/delivery-panel.tsx";
import { getFirstIntervalEnd } from "@/components/controls/detail/deliveries.tsx";
import type { ControlDelivery, LocationDelivery } from "@/lib/contract/deliveries.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({}),
  usePathname: () => "/controls/ctrl_1",
  useSearchParams: () => new URLSearchParams(),
}));

const FIRST_ENDS = getFirstIntervalEnd({ time_from: "2026-06-10T02:20:00Z" });
const RUNNING = "2026-06-10T02:29:59Z";
const OVER = "2026-06-10T02:30:00Z";
const devices: LocationDelivery["devices"] = {
  addressed: 2,
  pending: 0,
  executed: 2,
  failed: 0,
  unsupported: 0,
  unknown: 0,
  not_dispatched: 0,
};
const delivery: ControlDelivery = {
  control_id: "ctrl_1",
  state: "active",
  time: RUNNING,
  results: [],
  planned_kwh: 0,
  delivered_kwh: null,
  delivered_share: null,
  forecast_error_kwh: null,
  uncertainty_kwh: null,
  devices,
};
const location: LocationDelivery = {
  location_id: "loc_1",
  customer_name: "Anna",
  address: "Dorpsstraat 1, Utrecht",
  state: "acknowledged",
  dispatched_at: RUNNING,
  acknowledged_at: RUNNING,
  devices,
  planned_kwh: 0,
  delivered_kwh: null,
  uncertainty_kwh: null,
};
const params = { control_id: "ctrl_1" };
const query = { page: 0, page_size: 10, sort: "location_id" } as const;
const common = { controlId: "ctrl_1", firstEnds: FIRST_ENDS, isLive: true };

/** The text of a rendered response at a moment, without tags. */
function words(view: React.ReactElement, url: string, data: unknown, at: string, locale: Locale) {
  const fallback = { [url]: { data, total: 1, at: Date.parse(at) } };
  return renderToStaticMarkup(
    inLanguage(locale, <SWRConfig value={{ fallback }}>{view}</SWRConfig>),
  ).replace(/<[^>]*>/g, " ");
}

const panel = (told: Partial<ControlDelivery>, locale: Locale = "en") =>
  words(
    <DeliveryPanel listsLocations {...common} now={Date.parse(OVER)} />,
    buildOperationUrl("getControlDelivery", params).url,
    { ...delivery, ...told },
    OVER,
    locale,
  );
const table = (told: Partial<LocationDelivery>, at: string, locale: Locale = "en") =>
  words(
    <DeliveriesTable {...common} query={query} />,
    buildOperationUrl("listControlDeliveries", params, query).url,
    { data: [{ ...location, ...told }] },
    at,
    locale,
  );

describe("during the first quarter-hour of a control", () => {
  test("the sums are unknown, and the end of that quarter-hour is shown", () => {
    const text = panel({});
    expect(text).toMatch(/Delivered\s+–\s+the first quarter-hour ends at 04:30/);
    expect(text).not.toContain("nothing was measured");
    expect(panel({}, "nl")).toMatch(/Geleverd\s+–\s+het eerste kwartier eindigt om 04:30/);
  });

  test("the sums of the locations are unknown too", () => {
    const text = table({}, RUNNING);
    expect(text).not.toContain("0.00");
    expect(text.match(/–\s+not known yet/g)).toHaveLength(2);
    expect(text).toContain("the first ends at 04:30.");
    expect(table({}, RUNNING, "nl")).toContain("het eerste eindigt om 04:30.");
  });
});

describe("after the first quarter-hour of a control", () => {
  test("the planned energy is shown even if nothing was measured", () => {
    const text = panel({ time: OVER, planned_kwh: -1.5 });
    expect(text).toMatch(/Delivered\s+–\s+of −1.50 kWh committed so far\s+nothing measured yet/);
    expect(text).toMatch(/Delivery rate\s+–\s+nothing measured yet/);
  });

  test("measurements that cannot be compared are not called missing", () => {
    const results = [
      {
        time_from: "2026-06-10T02:20:00Z",
        time_to: OVER,
        isp: 18,
        planned: -6,
        locations: 2,
        reporting: 2,
        before: 3,
        measured: 2,
      },
    ];
    const text = panel({ state: "ended", time: OVER, results });
    expect(text).toMatch(/Delivered\s+–\s+of 0.00 kWh committed\s+measured, but what locations/);
    expect(text).not.toContain("nothing measured");
  });

  test("an ended control has a planned total, in both languages", () => {
    const ended = { state: "ended", time: OVER, planned_kwh: -1.5 } as const;
    expect(panel(ended)).toMatch(/Delivered\s+–\s+of −1.50 kWh committed/);
    expect(panel(ended, "nl")).toMatch(/Geleverd\s+–\s+van −1,50 kWh toegezegd/);
  });

  test("the same holds for each location", () => {
    const text = table({ planned_kwh: -1.5 }, OVER);
    expect(text).toContain("−1.50");
    expect(text.match(/–\s+not known yet/g)).toHaveLength(1);
    expect(text).toContain("in finished quarter-hours");
  });

  test("the delivered energy and the delivery rate are shown", () => {
    const told = {
      time: OVER,
      planned_kwh: -1.5,
      delivered_kwh: -1.2,
      delivered_share: 0.8,
      uncertainty_kwh: 0.1,
      forecast_error_kwh: -0.3,
    };
    expect(panel(told)).toMatch(
      /Delivered\s+−1.20\s+of −1.50 kWh committed so far\s+± 0.10 kWh \(90%\); forecast error −0.30 kWh, not counted/,
    );
    expect(panel(told)).toMatch(/80%\s+of the committed change/);
  });
});
