import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { CurrentControl } from "@/components/customer-home/current-control.tsx";
import { Activity } from "@/components/customer-home/activity.tsx";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

/** Half past nine in Amsterdam. */
const START = Date.parse("2026-06-10T07:30:00Z");
const minute = (count: number) => START + count * 60_000;
const iso = (count: number) => new Date(minute(count)).toISOString();

function control(
  from: number,
  to: number,
  created: number,
  { plan = [8, 0], ...rest }: Partial<LocatedControl> & { plan?: [number, number] } = {},
): LocatedControl {
  const [before, after] = plan;
  const times = { time_from: iso(from), time_to: iso(to) };
  const delta = after - before;
  return {
    control_id: `ctrl_${created}`,
    created_at: iso(created),
    type: "ZERO_EXPORT",
    reason: null,
    ...times,
    effective_to: iso(to),
    cancelled_at: null,
    superseded: false,
    results: [{ ...times, isp: 39, before, after, delta }],
    energy_kwh: (delta * (to - from)) / 60,
    delivered_kwh: null,
    measured_whole: false,
    ...rest,
  };
}

const textOf = (html: string) =>
  html
    .replace(/<svg.*?<\/svg>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/[\s\u00a0]+/g, " ")
    .trim();
const folded = /<details(?:(?!<details).)*?<\/details>/;
const unfolded = (html: string): string =>
  folded.test(html) ? unfolded(html.replace(folded, "")) : html;
const shown = (locale: Locale, element: React.ReactElement) => {
  const html = renderToStaticMarkup(inLanguage(locale, element));
  return { all: textOf(html), first: textOf(unfolded(html)) };
};
const card = (locale: Locale, controls: LocatedControl[], now: number) =>
  shown(locale, <CurrentControl controls={controls} now={minute(now)} staleSince={null} />);
const list = (locale: Locale, items: LocatedControl[], now: number, most?: number) =>
  shown(
    locale,
    <Activity page={{ items, complete: true }} serverNow={minute(now)} maxItems={most} />,
  );

const long = control(0, 60, -5);
const short = control(0, 15, -2, { type: "MAX_CONSUMPTION", reason: "price" });

describe("the request card of a customer", () => {
  test("has a sentence for the current and one for the next request, and collapses the rest", () => {
    const { first, all } = card("en", [short, long], 5);
    expect(first).toBe(
      "Now Today Until 09:45 your installation is asked to take maximum power from the grid. " +
        "Why? Electricity prices are low at the moment. " +
        "Next Today Between 09:45 and 10:30 your installation is asked to send nothing to the grid. " +
        "Why does my supplier do this?",
    );
    expect(all).toContain("Until 09:45 this has priority over an earlier request.");
    expect(card("nl", [short, long], 5).first).toBe(
      "Nu Vandaag Tot 09:45 wordt je installatie gevraagd zoveel mogelijk van het net te halen. " +
        "Waarom? De stroomprijs is op dit moment laag. " +
        "Daarna Vandaag Tussen 09:45 en 10:30 wordt je installatie gevraagd geen stroom terug te leveren. " +
        "Waarom doet mijn leverancier dit?",
    );
  });

  test("joins requests for the same thing into one sentence", () => {
    const same = { ...short, type: long.type };
    const { first } = card("en", [same, long], 5);
    expect(first).toContain("Until 10:30 your installation is asked to send nothing to the grid.");
    expect(first).not.toContain("Next");
  });

  test("shows the next request within a day while none is active", () => {
    const { first } = card("en", [control(60, 75, -5)], 5);
    expect(first).toContain("Nothing is being asked of your installation right now.");
    expect(first).toContain("Coming up Today Between 10:30 and 10:45 your installation is asked");
  });

  test("ends a sentence where a newer request begins", () => {
    const later = control(30, 45, -1, { type: "MAX_PRODUCTION" });
    const { first } = card("en", [later, long], 5);
    expect(first).toContain("Until 10:00 your installation is asked to send nothing to the grid.");
    expect(first).toContain("Between 10:00 and 10:15 your installation is asked to send maximum");
  });
});

describe("the request list of a customer", () => {
  const measured = { delivered_kwh: -2, measured_whole: true };

  test("collapses which of several overlapping requests had priority", () => {
    const older = control(0, 60, -5, measured);
    const newer = control(0, 15, -2, { ...measured, type: "MAX_CONSUMPTION" });
    for (const [locale, priority] of [
      ["en", "priority"],
      ["nl", "voorrang"],
    ] as const) {
      const { first, all } = list(locale, [newer, older], 120);
      expect(all).toContain(priority);
      expect(first).not.toContain(priority);
    }
    const { first, all } = list("en", [newer, older], 120);
    expect(first).toContain("Between 09:30 and 10:30 you sent 4.0 kWh less to the grid");
    expect(all).toContain("Between 09:45 and 10:30 you sent 2.0 kWh less to the grid");
  });

  test("collapses past requests without effect", () => {
    const replaced = control(0, 15, -5);
    const newer = control(0, 60, -2, measured);
    const idle = control(-60, -45, -70, { plan: [6, 6], ...measured });
    const nothing = control(-40, -20, -50, { delivered_kwh: 0.01, measured_whole: true });
    const all = [newer, replaced, nothing, idle];
    const { first, all: whole } = list("en", all, 120);
    expect(whole).toContain("Show 3 requests without effect");
    expect(first).not.toContain("09:45");
    expect(first.match(/Why\?/g)).toHaveLength(1);
    expect(list("nl", all, 120).all).toContain("Toon 3 verzoeken zonder effect");
    expect(list("nl", [newer, replaced], 120).all).toContain("Toon 1 verzoek zonder effect");
  });

  test("shows a request that extends an earlier one by what was measured, though its plan changes nothing", () => {
    const earlier = control(0, 60, -5, { ...measured, delivered_kwh: -1 });
    const split = { export_change_kwh: -2, import_change_kwh: 0 };
    const longer = control(30, 60, 29, { plan: [0, 0], ...measured, ...split });
    const { first, all } = list("en", [longer, earlier], 120);
    expect(all).not.toContain("without effect");
    expect(first).toContain("Between 09:30 and 10:30 you sent 3.0 kWh less to the grid");
    expect(all).toContain("Between 10:00 and 10:30 you sent 2.0 kWh less to the grid");
  });

  test("does not count requests without effect in the number shown at first", () => {
    const replaced = control(0, 15, -5);
    const newer = control(0, 60, -2, measured);
    const older = control(-60, -45, -70, measured);
    const oldest = control(-90, -75, -100, measured);
    const { first, all } = list("en", [newer, replaced, older, oldest], 120, 2);
    expect(first).toContain("Between 08:30 and 08:45 you sent");
    expect(all).toContain("Show 1 request without effect");
    expect(all).not.toContain("08:00");
  });
});

describe("energy that changed in both directions", () => {
  const both = control(0, 60, -5, {
    type: "MAX_CONSUMPTION",
    plan: [2, -4],
    delivered_kwh: -4.4,
    export_change_kwh: -2.1,
    import_change_kwh: 2.3,
    measured_whole: true,
  });

  test("is split into exported and imported energy", () => {
    expect(list("en", [both], 120).first).toContain(
      "Between 09:30 and 10:30 you exported 2.1 kWh less and bought 2.3 kWh more than otherwise.",
    );
    expect(list("nl", [both], 120).first).toContain(
      "Tussen 09:30 en 10:30 leverde je 2,1 kWh minder terug en kocht 2,3 kWh meer dan anders.",
    );
  });

  test("is also split in a plan", () => {
    expect(card("en", [both], 30).all).toContain(
      "Because of this you are expected to export 2.0 kWh less and buy 4.0 kWh more.",
    );
    expect(card("nl", [both], 30).all).toContain(
      "Naar verwachting lever je daardoor 2,0 kWh minder terug en koop je 4,0 kWh meer.",
    );
  });

  test("is a single net amount if the service does not split it", () => {
    const { export_change_kwh: _, import_change_kwh: __, ...net } = both;
    expect(list("en", [net], 120).first).toContain("the grid received 4.4 kWh less on balance");
  });

  test("is shown for one direction if the other changed negligibly", () => {
    const bought = { ...both, export_change_kwh: -0.01, import_change_kwh: 4.39 };
    expect(list("en", [bought], 120).first).toContain("you took 4.4 kWh more from the grid");
    const slightly = { ...both, export_change_kwh: -0.08, import_change_kwh: 4.6 };
    expect(list("en", [slightly], 120).first).toContain("you took 4.6 kWh more from the grid");
  });
});

describe("a request that the customer skips", () => {
  const coming = control(60, 120, -5, { opted_out: true });

  test("is said to be skipped, and promises no effect", () => {
    const { all } = list("en", [coming], 5);
    expect(all).toContain("You skip this request");
    expect(all).not.toContain("kWh");
    expect(list("nl", [coming], 5).all).not.toContain("kWh");
    expect(card("nl", [coming], 5).all).not.toContain("kWh");
  });

  test("promises its effect again once the customer takes part", () => {
    const { all } = list("en", [{ ...coming, opted_out: false }], 5);
    expect(all).toContain("kWh");
    expect(all).not.toContain("You skip");
  });
});
