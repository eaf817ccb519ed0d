import { renderToStaticMarkup } from "react-dom/server";
import { SWRConfig } from "swr";
import { expect, test } from "vitest";
import { toFetched } from "@/components/api/request.ts";
import { buildOperationUrl } from "@/components/api/routes.ts";
import { TodayTimeline } from "@/components/controls/timeline/today-timeline.tsx";
import { toLanes } from "@/components/controls/timeline/lanes.ts";
import { ControlTimeline, timelineTicks } from "@/components/controls/timeline/timeline.tsx";
import type { ControlSummaryView } from "@/components/controls/control-view-model.ts";
import type { ApprovalRequest } from "@/lib/contract/control-requests.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import { HOUR_MS, startOfDay } from "@/lib/time/amsterdam.ts";
import { createTranslatorFor, inLanguage } from "./in-language.tsx";

const at = (time: string) => `2026-06-10T${time}:00Z`;
const NOW = Date.parse(at("10:00"));
const range = { from: startOfDay(NOW), to: startOfDay(NOW, 1) };
const zone = { kind: "bidding_zone", id: "NL", name: "NL" } as const;
const utrecht = { kind: "group", id: "grp_1", name: "Utrecht" } as const;
const control = (id: string, from: string, to: string, more: Partial<ControlSummaryView> = {}) => ({
  id,
  created_at: at("06:00"),
  time_from: at(from),
  time_to: at(to),
  effective_to: at(to),
  cancelled_at: null,
  superseded: false,
  type: "ZERO_EXPORT" as const,
  target: zone,
  reason: null,
  locations: 2,
  devices: 2,
  unsupported: 0,
  energy_kwh: -5,
  ...more,
});
const request = {
  id: "creq_1",
  target: zone,
  type: "MAX_CONSUMPTION",
  time_from: at("12:00"),
  time_to: at("13:00"),
} as ApprovalRequest;
const t = createTranslatorFor("en", "controls") as never;

test("controls lie on lanes by target, then those of rules, then what awaits approval", () => {
  const controls = [
    control("of-group", "09:00", "11:00", { target: utrecht }),
    control("of-rule", "09:00", "11:00", { rule_id: "rule_1" }),
    control("first", "08:00", "09:30"),
    control("overlapping", "09:00", "09:15"),
    control("after", "11:10", "12:00"),
    control("called-off", "14:00", "15:00", {
      cancelled_at: at("07:00"),
      effective_to: at("14:00"),
    }),
  ];
  const lanes = toLanes(controls, [request], range, t);
  expect(lanes.map(({ label }) => label)).toEqual([
    "Bidding zone NL",
    "Utrecht",
    "Issued by rules",
    "Awaiting approval",
  ]);
  const rows = lanes[0]!.rows.map((row) => row.map(({ id }) => id));
  expect(rows).toEqual([["first", "after"], ["overlapping"]]);
});

test("blocks of a lane do not cover each other where controls of minutes follow each other", () => {
  const controls = [
    control("first", "08:00", "08:15"),
    control("next", "08:15", "08:30"),
    control("later", "10:30", "10:45"),
    control("last", "21:50", "22:00"),
    control("before-last", "20:30", "20:45"),
  ];
  const rows = toLanes(controls, [], range, t)[0]!.rows.map((row) => row.map(({ id }) => id));
  expect(rows).toEqual([
    ["first", "later", "before-last"],
    ["next", "last"],
  ]);
});

test("each block says what it is and links to it, in both languages", () => {
  const markup = (locale: Locale) =>
    renderToStaticMarkup(
      inLanguage(
        locale,
        <ControlTimeline
          controls={[
            control("ctrl_1", "09:00", "11:00", {
              delivered_kwh: -4.2,
              issued_by: "operator@example.org",
            }),
          ]}
          requests={[request]}
          range={range}
          now={NOW}
        />,
      ),
    ).replaceAll("\u00a0", " ");
  expect(markup("en")).toContain('href="/controls/ctrl_1"');
  expect(markup("en")).toContain(
    "Zero export · Bidding zone NL · Today, 11:00–13:00 · Active · delivered −4.20 kWh · by operator@example.org",
  );
  expect(markup("nl")).toContain("Wacht op goedkeuring");
  expect(markup("nl")).toContain("geleverd −4,20 kWh");
});

test("the axis has at most eight ticks", () => {
  for (const hours of [3, 8, 23, 24, 25, 48, 168])
    expect(timelineTicks({ from: 0, to: hours * HOUR_MS }).length).toBeLessThanOrEqual(9);
  expect(timelineTicks(range)).toHaveLength(8);
});

test("the timeline of today has controls that ended, also those that the page lacks", () => {
  const [from, to] = [range.from, range.to].map((ms) => new Date(ms).toISOString());
  const query = { from, to, sort: "time_from", page_size: 100 };
  const other = { ...utrecht, id: "grp_2", name: "Breda" };
  const data = [
    control("ended", "06:00", "07:00", { target: utrecht }),
    control("of-others", "06:00", "07:00", { target: other }),
    control("running", "09:00", "11:00", { target: utrecht }),
  ];
  const fallback = {
    [buildOperationUrl("listControlSummaries", {}, query).url]: toFetched({ data }),
  };
  const text = renderToStaticMarkup(
    inLanguage(
      "en",
      <SWRConfig value={{ fallback }}>
        <TodayTimeline
          area={{ kind: "group", id: utrecht.id }}
          controls={[data[2]!]}
          hasRequests={false}
          now={NOW}
        />
      </SWRConfig>,
    ),
  );
  const links = [...text.matchAll(/href="\/controls\/(ended|of-others|running)"/g)].map(
    ([, id]) => id,
  );
  expect(links).toEqual(["ended", "running"]);
});
