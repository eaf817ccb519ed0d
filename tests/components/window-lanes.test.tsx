import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { packRows } from "@/components/chart/rows.ts";
import { WindowLanes, windowRows } from "@/components/chart/window-lanes.tsx";
import { shadedWindows } from "@/components/controls/shaded-windows.ts";
import { requestWindows } from "@/components/customer-home/request-windows.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import { HOUR_MS, startOfDay } from "@/lib/time/amsterdam.ts";
import { createTranslatorFor, inLanguage } from "./in-language.tsx";

const NOW = Date.parse("2026-06-10T10:00Z");
const day = { from: startOfDay(NOW), to: startOfDay(NOW, 1) };
const windowAt = (from: number, hours: number, id: string) => ({
  from: day.from + from * HOUR_MS,
  to: day.from + (from + hours) * HOUR_MS,
  label: "Zero export",
  href: `/controls/${id}`,
});

test("blocks that cover each other lie in different rows, and in no more rows than overlap at once", () => {
  // A block takes 8 of the 100 hundredths of the range, and ends within it.
  const range = { from: 0, to: 100 };
  const entry = fc.record({
    from: fc.integer({ min: -20, max: 99 }),
    length: fc.integer({ min: 1, max: 40 }),
  });
  const startOf = ({ from }: { from: number }) => Math.min(Math.max(from, 0), 92);
  const endOf = (one: { from: number; to: number }) =>
    Math.max(Math.min(one.to, 100), startOf(one) + 8);
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 30 }), (entries) => {
      const sorted = entries
        .map(({ from, length }) => ({ from, to: from + length }))
        .filter(({ to }) => to > 0)
        .sort((a, b) => a.from - b.from);
      const rows = packRows(sorted, range);
      for (const row of rows)
        for (const [index, one] of row.entries())
          if (index > 0) expect(startOf(one)).toBeGreaterThanOrEqual(endOf(row[index - 1]!));
      const atOnce = sorted.map(
        (one) =>
          sorted.filter((other) => startOf(other) <= startOf(one) && startOf(one) < endOf(other))
            .length,
      );
      expect(rows.flat()).toHaveLength(sorted.length);
      expect(rows).toHaveLength(Math.max(0, ...atOnce));
    }),
  );
});

test("windows of minutes one after another lie in different rows, so that a finger meets one of them", () => {
  const [first, second, later] = [
    windowAt(12, 0.1, "a"),
    windowAt(12.1, 1, "b"),
    windowAt(14, 1, "c"),
  ];
  expect(windowRows([first, second, later], day)).toEqual([[first, later], [second]]);
});

test("only windows of the range that have a page are on lanes", () => {
  const { href: _none, ...unlinked } = windowAt(2, 1, "unlinked");
  const windows = [windowAt(1, 2, "one"), unlinked, windowAt(30, 1, "tomorrow")];
  expect(windowRows(windows, day)).toEqual([[windows[0]]]);
});

test.each([
  [
    "en",
    "Controls in this chart",
    "Zero export · Today, 04:00–06:00",
    "Show 2 more at the same time",
  ],
  [
    "nl",
    "Sturingen in deze grafiek",
    "Zero export · Vandaag, 04:00–06:00",
    "Nog 2 op hetzelfde moment tonen",
  ],
] as const)(
  "four controls at once are shown, the others are counted (%s)",
  (locale, label, name, more) => {
    const windows = Array.from({ length: 6 }, (_, index) => windowAt(4, 2, `c${index}`));
    const html = renderToStaticMarkup(
      inLanguage(locale, <WindowLanes windows={windows} range={day} now={NOW} plain={false} />),
    );
    expect(html).toContain(`aria-label="${label}"`);
    expect(html.match(/<a /g)).toHaveLength(4);
    expect(html.match(/tabindex="0"/gi)).toHaveLength(1);
    expect(html).toContain(`aria-label="${name}"`);
    expect(html).toContain(`>${more}</button>`);
  },
);

test("controls link to their page, and customers' requests to their entry in the activity", () => {
  const control = {
    control_id: "ctl_1",
    id: "ctl_1",
    type: "ZERO_EXPORT" as const,
    created_at: "2026-06-10T07:00:00Z",
    time_from: "2026-06-10T08:00:00Z",
    time_to: "2026-06-10T09:00:00Z",
    effective_to: "2026-06-10T09:00:00Z",
    cancelled_at: null,
    superseded: false,
  };
  const t = createTranslatorFor("en", "controls") as never;
  expect(shadedWindows([control], t)[0]!.href).toBe("/controls/ctl_1");
  const located = {
    ...control,
    reason: null,
    results: [],
    energy_kwh: 0,
    delivered_kwh: null,
    measured_whole: false,
  } as unknown as LocatedControl;
  expect(requestWindows([located], t).map(({ href }) => href)).toEqual([
    "/controls?control=ctl_1#ctl_1",
  ]);
  // What the customer skipped, or was called off, asked nothing of them.
  expect(requestWindows([{ ...located, opted_out: true }], t)).toEqual([]);
  const calledOff = {
    ...located,
    cancelled_at: control.created_at,
    effective_to: control.time_from,
  };
  expect(requestWindows([calledOff], t)).toEqual([]);
});
