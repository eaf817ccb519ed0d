import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { HOUR_MS, startOfDay } from "@/lib/time/amsterdam.ts";
import { CurrentControl } from "@/components/customer-home/current-control.tsx";
import { DayChart } from "@/components/customer-home/location-card.tsx";
import { TodayFigures } from "@/components/customer-home/today-figures.tsx";
import type { TodayReadings } from "@/lib/portal/queries/customer-home.ts";
import { summariseToday } from "@/components/customer-home/today.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

const QUARTER = 900_000;
const NOON = Date.parse("2026-06-10T10:00:00Z");
const iso = (at: number) => new Date(at).toISOString();

/** A day until noon: 2 kW from the grid until 08:00, then 4 kW to it; a sun's day ahead. */
function readings(day: number, now: number, isGap = (_at: number) => false): TodayReadings {
  const past = [];
  for (let at = day; at < now; at += QUARTER) {
    const actual = at < day + 8 * HOUR_MS ? -2 : 4;
    const known = isGap(at) ? {} : { actual };
    past.push({ time: iso(at), forecast: 0, upward: 0, downward: 0, ...known });
  }
  const ahead = [];
  for (let at = now; at < startOfDay(day, 1); at += QUARTER)
    ahead.push({ time: iso(at), forecast: 1 });
  return { history: past, forecast: ahead, panels: null, battery: null };
}

const day = startOfDay(NOON);
const span = { from: day, to: startOfDay(day, 1) };
const shown = (locale: Locale, element: React.ReactElement) =>
  renderToStaticMarkup(inLanguage(locale, element)).replaceAll("\u00a0", " ");

describe("a location's day", () => {
  test("sums exported and imported energy, and the forecast for the rest of the day", () => {
    const today = summariseToday(readings(day, NOON), span, NOON);
    expect(today).toMatchObject({ toGridKwh: 16, fromGridKwh: 16, missing: 0, producedKwh: null });
    expect(today.expected).toEqual({ toGridKwh: 12, fromGridKwh: 0 });
  });

  test("counts the running quarter-hour for its remaining part", () => {
    const now = NOON + 5 * 60_000;
    const { expected } = summariseToday({ ...readings(day, NOON) }, span, now);
    expect(expected!.toGridKwh).toBeCloseTo(12 - 1 / 12);
  });

  test("does not count unmeasured energy as 0, and reports how much is missing", () => {
    const gap = (at: number) => at >= day + HOUR_MS && at < day + 2 * HOUR_MS;
    expect(summariseToday(readings(day, NOON, gap), span, NOON)).toMatchObject({
      fromGridKwh: 14,
      missing: 4,
    });
    const nothing = summariseToday(
      readings(day, NOON, () => true),
      span,
      NOON,
    );
    expect(nothing).toMatchObject({ toGridKwh: null, fromGridKwh: null });
    expect(nothing.bars[0]).toEqual({ kw: null });
  });

  test("has none of the readings of the day before, which are at hand until its own have come", () => {
    const before = startOfDay(day, -1);
    const { history } = readings(before, day);
    const all = { history, forecast: null, panels: history, battery: history };
    expect(summariseToday(all, span, day + 6 * HOUR_MS)).toMatchObject({
      toGridKwh: null,
      fromGridKwh: null,
      producedKwh: null,
      chargedKwh: null,
      panelsNow: null,
    });
  });

  test("distinguishes charged and discharged energy", () => {
    const battery = [-2, -2, 1].map((actual, index) => ({
      time: iso(day + index * QUARTER),
      actual,
    }));
    const today = summariseToday({ ...readings(day, NOON), battery }, span, NOON);
    expect(today).toMatchObject({ chargedKwh: 1, dischargedKwh: 0.25, batteryWhole: false });
  });

  test("has a bar for each quarter-hour, 100 on the day the clock goes back", () => {
    const long = startOfDay(Date.parse("2026-10-25T12:00:00Z"));
    const now = long + 12 * HOUR_MS;
    const { bars } = summariseToday(
      readings(long, now),
      { from: long, to: startOfDay(long, 1) },
      now,
    );
    expect(bars).toHaveLength(100);
    expect(bars.filter(({ expected }) => expected)).toHaveLength(52);
  });
});

test("is drawn with labels in both languages", () => {
  const today = summariseToday(readings(day, NOON), span, NOON);
  const picture = <DayChart today={today} from={day} now={NOON} />;
  expect(shown("nl", picture)).toContain(
    "Vandaag per kwartier. Teruggeleverd 16,0 kWh, van het net 16,0 kWh.",
  );
  expect(shown("en", picture)).toContain("16.0 kWh to the grid, 16.0 kWh from the grid.");
});

describe("the scale of the day chart", () => {
  const picture = (locale: Locale, kws: number[]) => {
    const items = kws.map((actual, index) => ({
      time: iso(day + index * QUARTER),
      actual,
      forecast: 0,
      upward: 0,
      downward: 0,
    }));
    const today = summariseToday(
      { ...readings(day, day), forecast: null, history: items },
      span,
      NOON,
    );
    return shown(locale, <DayChart today={today} from={day} now={NOON} />);
  };

  test("has both ends, with unit and sign", () => {
    const both = picture("nl", [-2, 4]);
    expect(both).toContain("+4,00 kW naar het net");
    expect(both).toContain("−2,00 kW van het net");
  });

  test("has both ends on a day with consumption only, whose deepest bar reaches the end", () => {
    const night = picture("en", [-0.1, -0.12]);
    expect(night).toContain("−0.12 kW from the grid");
    expect(night).toContain(">0 kW<");
    expect(night).toMatch(/height="200"/);
  });

  test("has no ends if nothing is known", () => {
    expect(picture("en", [])).not.toMatch(/\d kW/);
  });
});

test("an unknown battery value is a dash, not 0", () => {
  const today = summariseToday({ ...readings(day, NOON), battery: [] }, span, NOON);
  const figures = (charge: number | null) => (
    <TodayFigures today={today} charge={charge} shows={{ panels: false, battery: true }} />
  );
  expect(shown("nl", figures(null))).toMatch(/Batterij.*>–</);
  expect(shown("nl", figures(0.6))).toContain("60% vol");
});

describe("the current request", () => {
  const control = (from: number): LocatedControl => ({
    control_id: "ctrl_1",
    created_at: iso(from),
    type: "MAX_CONSUMPTION",
    reason: "grid",
    time_from: iso(from),
    time_to: iso(from + HOUR_MS),
    effective_to: iso(from + HOUR_MS),
    cancelled_at: null,
    superseded: false,
    results: [],
    energy_kwh: -1,
    delivered_kwh: null,
    measured_whole: false,
  });
  const asked = (controls: LocatedControl[], staleSince: number | null = null) =>
    shown("nl", <CurrentControl controls={controls} now={NOON} staleSince={staleSince} />);

  test("is reported as none when there is none", () => {
    expect(asked([])).toContain("Op dit moment wordt er niets van je installatie gevraagd.");
    expect(asked([control(NOON + 48 * HOUR_MS)])).not.toContain("Straks");
  });

  test("is shown when active, and announced when it starts within a day", () => {
    expect(asked([control(NOON - 60_000)])).toContain("Tot 12:59 wordt je installatie gevraagd");
    expect(asked([control(NOON - 60_000)])).not.toContain("wordt er niets van je");
    expect(asked([control(NOON + HOUR_MS)])).toContain("Straks");
  });

  test("is not shown if it could not be refreshed", () => {
    const stale = asked([], NOON - 120_000);
    expect(stale).toContain("Stand van 11:58.");
    expect(stale).not.toContain("wordt er niets van je");
  });
});
