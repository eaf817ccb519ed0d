import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { StateBadge } from "@/components/controls/badges.tsx";
import { describeCancellation } from "@/components/controls/detail/cancel-dialog.tsx";
import { describeDuration } from "../../components/controls/duration.ts";
import { EffectiveWindow } from "@/components/controls/issue/effective-window.tsx";
import { describeCancelled } from "../../components/controls/detail/control-result.tsx";
import { noRecentDataMessage } from "../../components/controls/issue/preview-warnings.tsx";
import { IssuedBy } from "../../components/controls/list/issued-by.tsx";
import { ReasonSelect } from "@/components/controls/issue/control-form-fields.tsx";
import type { ControlDetailView } from "@/components/controls/control-view-model.ts";
import { createFormats } from "@/lib/i18n/format.ts";
import { ConnectionBadge } from "@/components/status/connection.tsx";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage, createTranslatorFor } from "./in-language.tsx";

const control: ControlDetailView = {
  id: "ctrl_1",
  created_at: "2026-06-10T08:00:00Z",
  time_from: "2026-06-10T08:30:00Z",
  time_to: "2026-06-10T09:00:00Z",
  effective_to: "2026-06-10T09:00:00Z",
  cancelled_at: null,
  superseded: false,
  type: "ZERO_EXPORT",
  target: null,
  reason: null,
  locations: 3,
  devices: 4,
  unsupported: 0,
  energy_kwh: -5,
  results: [],
  cancelled_effect: [],
};
const words = (locale: Locale) => ({
  t: createTranslatorFor(locale, "controls"),
  f: createFormats(locale),
});
const text = (element: React.ReactElement, locale: Locale = "en") =>
  renderToStaticMarkup(inLanguage(locale, element))
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
const at = (moment: string) => Date.parse(moment);

test("cancelling an active control names the next full minute and the reversed part in Amsterdam time", () => {
  const now = at("2026-06-10T08:46:31Z");
  const [said, until] = describeCancellation(control, now, words("en"));
  expect(said).toContain("From 10:47");
  expect(said).toContain("normal operation or an older control");
  expect(said).toContain("planned until 11:00 is reversed");
  expect(until).toContain("Until 10:47 the control stays in force");
  expect(describeCancellation(control, now, words("nl"))[0]).toMatch(/^Vanaf 10:47/);
});

test("cancelling a scheduled control does not mention devices returning to normal operation", () => {
  const said = describeCancellation(control, at("2026-06-10T08:29:59Z"), words("en")).join(" ");
  expect(said).toMatch(/^It will not start/);
  expect(said).not.toMatch(/return/);
});

test("a cancelled control shows when, until when it was in force and the reversed energy", () => {
  const cancelled = {
    ...control,
    cancelled_at: "2026-06-10T08:46:31Z",
    effective_to: "2026-06-10T08:47:00Z",
  };
  const cancelled_effect = [
    {
      time_from: "2026-06-10T08:48:00Z",
      time_to: "2026-06-10T09:00:00Z",
      isp: 44,
      before: 0,
      after: 10,
      delta: 10,
    },
  ];
  expect(describeCancelled(control, words("en"))).toBeNull();
  expect(describeCancelled({ ...cancelled, cancelled_effect }, words("en"))).toBe(
    "Cancelled Wed 10 Jun 2026, 10:46, in force until 10:47. Reversed in the plan: +2.00\u00a0kWh.",
  );
  const off = { ...cancelled, effective_to: "2026-06-10T08:20:00Z" };
  expect(describeCancelled(off, words("en"))).toMatch(
    /before it started\. Nothing was reversed: the plan did not change\.$/,
  );
});

test("a control's state is one label, and an overridden control has a second one", () => {
  expect(text(<StateBadge state={{ name: "active" }} />)).toBe("Active");
  expect(text(<StateBadge state={{ name: "ended" }} />)).toBe("Ended");
  expect(text(<StateBadge state={{ name: "ended" }} />, "nl")).toBe("Afgelopen");
});

test("a control says who issued it: a person, another program, or what has the portal's key", () => {
  const issuedBy = (name: string) => <IssuedBy control={{ issued_by: name, rule_id: null }} />;
  expect(text(issuedBy("operator@example.org"))).toBe("by operator@example.org");
  expect(text(issuedBy("configured"))).toBe("by the portal’s key");
  expect(text(issuedBy("configured"), "nl")).toBe("met de sleutel van het portaal");
});

test("every connection state has a label, including for devices that never reported", () => {
  expect(text(<ConnectionBadge connection="online" />)).toBe("Online");
  expect(text(<ConnectionBadge connection="offline" />)).toBe("Offline");
  expect(text(<ConnectionBadge connection="unknown" spelledOut />)).toBe("Connection unknown");
});

test("the warning about locations without data has a singular and a plural", () => {
  const said = (count: number) => noRecentDataMessage(count, words("en"));
  expect(said(1)).toMatch(/from 1 location for a day: .* it, but it may not follow/);
  expect(said(1204)).toMatch(/from 1,204 locations .* them, but they may not follow/);
  expect(noRecentDataMessage(1204, words("nl"))).toContain("1.204 locaties");
});

test("a duration is shown in hours and minutes", () => {
  const told = (minutes: number) =>
    describeDuration(minutes * 60_000, createTranslatorFor("en", "controls"));
  expect([1, 15, 60, 90].map(told)).toEqual(["1 minute", "15 minutes", "1 h", "1 h 30 min"]);
});

describe("the effective window of a control", () => {
  const shown = (from: string, to: string, now: string, locale: Locale = "en") =>
    text(
      <EffectiveWindow
        window={{ from: at(from), to: at(to) }}
        choice={{ kind: "next-hour" }}
        now={at(now)}
      />,
      locale,
    );

  test("shows its length, its settlement periods and that it ends automatically", () => {
    const said = shown("2026-06-10T12:15Z", "2026-06-10T13:15Z", "2026-06-10T12:07:31Z");
    expect(said).toContain("Today, 14:15–15:15 1 h · ISP 58–61 · 4 quarter-hours");
    expect(said).toMatch(/Whole quarter-hours\. Ends automatically\.$/);
  });

  test("shows that it starts now, and which quarter-hours it covers in part", () => {
    const said = shown("2026-06-10T12:07Z", "2026-06-10T12:15Z", "2026-06-10T12:07:31Z");
    expect(said).toContain("8 minutes · ISP 57 · 1 quarter-hour");
    expect(said).toContain("Starts now, in the current minute: 14:07.");
    expect(said).toContain("Covers part of one quarter-hour.");
  });

  test("counts both hours of the night the clock goes back, and none of the skipped hour", () => {
    const back = shown("2026-10-25T00:00Z", "2026-10-25T02:00Z", "2026-10-24T12:00Z");
    expect(back).toContain("2 h · ISP 9–16 · 8 quarter-hours");
    expect(back).toContain("02:00–03:00 occurs twice");
    const on = shown("2026-03-29T00:30Z", "2026-03-29T01:30Z", "2026-03-28T12:00Z");
    expect(on).toContain("1 h · ISP 7–10 · 4 quarter-hours");
    expect(on).toContain("02:00–03:00 does not exist");
  });

  test("shows PTU in Dutch", () => {
    const said = shown("2026-06-10T12:15Z", "2026-06-10T12:30Z", "2026-06-10T12:07Z", "nl");
    expect(said).toContain("Vandaag, 14:15–14:30 15 minuten · PTU 58 · 1 kwartier");
  });
});

test("the text of a reason fits the direction, and no reason is chosen by default", () => {
  const said = (type: ControlDetailView["type"], chosen: "price" | null) =>
    text(<ReasonSelect chosen={chosen} type={type} onChoose={() => {}} />);
  expect(said("ZERO_EXPORT", "price")).toMatch(
    /negative or low electricity prices\. Customers see this reason/,
  );
  expect(said("MAX_PRODUCTION", "price")).toMatch(/high electricity prices\./);
  expect(said("ZERO_EXPORT", null)).toMatch(/Customers see no reason\.$/);
});
