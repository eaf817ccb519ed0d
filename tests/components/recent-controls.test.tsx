import { renderToStaticMarkup } from "react-dom/server";
import { SWRConfig } from "swr";
import { describe, expect, test } from "vitest";
import { buildOperationUrl } from "@/components/api/routes.ts";
import { toFetched } from "@/components/api/request.ts";
import type { ControlSummaryView } from "@/components/controls/control-view-model.ts";
import { RecentControls } from "@/components/controls/list/recent-controls.tsx";
import { useRecentControls } from "@/components/controls/list/use-recent-controls.ts";
import type { Area } from "@/lib/contract/areas.ts";
import { inLanguage } from "./in-language.tsx";

const at = (time: string) => `2026-06-10T${time}:00Z`;
const NOW = Date.parse(at("10:00"));
const control = (id: string, [from, to]: [string, string]): ControlSummaryView => ({
  id,
  created_at: at(from),
  time_from: at(from),
  time_to: at(to),
  effective_to: at(to),
  cancelled_at: null,
  superseded: false,
  type: "ZERO_EXPORT",
  target: { kind: "group", id, name: `Group ${id}` },
  reason: null,
  locations: 2,
  devices: 2,
  unsupported: 0,
  energy_kwh: -5,
});
const ended = control("ended", ["07:00", "08:00"]);
const active = { ...control("active", ["09:30", "11:00"]), delivered_kwh: -2.4 };
const coming = control("coming", ["12:00", "13:00"]);
const read = (controls: ControlSummaryView[], hasTimeline: boolean) =>
  renderToStaticMarkup(
    inLanguage("en", <RecentControls controls={controls} hasTimeline={hasTimeline} now={NOW} />),
  ).replaceAll("\u00a0", " ");

describe("the controls on the overview", () => {
  test("are those in force and to come beside a timeline, which has the ones that ended", () => {
    const text = read([ended, active, coming], true);
    expect(text).toContain("Active and scheduled");
    expect(text).toContain("Group active");
    expect(text).toContain("Group coming");
    expect(text).not.toContain("Group ended");
  });

  test("include the latest that ended where there is no timeline", () => {
    expect(read([ended, active], false)).toContain("Group ended");
  });

  test("show what is delivered so far, with its share of the commitment where that is known", () => {
    expect(read([active], true)).toContain("delivered so far −2.40 kWh");
    expect(read([active], true)).not.toContain("of the commitment");
    const known = { ...active, delivered_share: 0.97 };
    expect(read([known], true)).toContain("97% of the commitment");
    expect(read([coming], true)).not.toContain("delivered");
  });
});

function Page({ area }: { area: Area }) {
  const { controls, cachedFrom } = useRecentControls(area, [], true, NOW);
  return (
    <>
      <RecentControls controls={controls} hasTimeline now={NOW} />
      <p>{`others unknown before ${cachedFrom}`}</p>
    </>
  );
}

describe("the controls of a page that is open", () => {
  const listed = (query: Record<string, unknown>) =>
    buildOperationUrl("listControlSummaries", {}, query).url;
  const byRelevance = { sort: "relevance", page_size: 50 };
  const pageOf = (area: Area, lists: Record<string, ControlSummaryView[]>, total: number) => {
    const fallback = Object.fromEntries(
      Object.entries(lists).map(([url, data]) => [url, { ...toFetched({ data }), total, at: NOW }]),
    );
    const page = (
      <SWRConfig value={{ fallback }}>
        <Page area={area} />
      </SWRConfig>
    );
    return renderToStaticMarkup(inLanguage("en", page));
  };

  test("have the one in force before those to come, and say that more are", () => {
    const zone = { kind: "bidding-zone", id: "NL" } as const;
    const text = pageOf(zone, { [listed(byRelevance)]: [active, coming] }, 60);
    expect(text).toContain("Group active");
    expect(text).toContain("others unknown before Infinity");
  });

  test("of a group are its own, however many others there are, and those of its zone", () => {
    const ofZone = {
      ...control("all", ["09:00", "11:00"]),
      target: { kind: "bidding_zone", id: "NL", name: "NL" } as const,
    };
    const lists = {
      [listed(byRelevance)]: [coming, ofZone, ended],
      [listed({ ...byRelevance, group_id: "active" })]: [active],
    };
    const text = pageOf({ kind: "group", id: "active" }, lists, 60);
    expect(text).toContain("Group active");
    expect(text).toContain("Bidding zone NL");
    expect(text).not.toContain("Group coming");
  });
});
