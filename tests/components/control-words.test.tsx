import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StateBadge } from "@/components/controls/badges.tsx";
import { cancelConsequence } from "@/components/controls/cancel-control.tsx";
import { cancelledSentence } from "@/components/controls/given-back.tsx";
import { unheardSentence } from "@/components/controls/preview-panel.tsx";
import type { ShownControlDetail } from "@/components/controls/shown-control.ts";
import { ConnectionBadge } from "@/components/status/connection.tsx";

const control: ShownControlDetail = {
  id: "ctrl_1",
  created_at: "2026-06-10T08:00:00Z",
  time_from: "2026-06-10T08:30:00Z",
  time_to: "2026-06-10T09:00:00Z",
  effective_to: "2026-06-10T09:00:00Z",
  cancelled_at: null,
  superseded: false,
  type: "ZERO_EXPORT",
  target: null,
  locations: 3,
  devices: 4,
  unsupported: 0,
  energy_kwh: -5,
  results: [],
  given_back: [],
};
const text = (element: React.ReactElement) =>
  renderToStaticMarkup(element)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

test("cancelling what runs names the next full minute and what is given back, in Amsterdam's time", () => {
  const words = cancelConsequence(control, Date.parse("2026-06-10T08:46:31Z"));
  expect(words).toContain("From the next minute on (10:47)");
  expect(words).toContain("the older control that is still running");
  expect(words).toContain("planned until 11:00 is given back");
});

test("cancelling what has not begun does not speak of devices going back to anything", () => {
  const words = cancelConsequence(control, Date.parse("2026-06-10T08:29:59Z"));
  expect(words).toMatch(/^It will not begin/);
  expect(words).not.toMatch(/return/);
});

test("a cancelled control says when, until when it was in force and what it gave back", () => {
  const cancelled = {
    ...control,
    cancelled_at: "2026-06-10T08:46:31Z",
    effective_to: "2026-06-10T08:47:00Z",
  };
  const given_back = [
    {
      time_from: "2026-06-10T08:48:00Z",
      time_to: "2026-06-10T09:00:00Z",
      isp: 44,
      before: 0,
      after: 10,
      delta: 10,
    },
  ];
  expect(cancelledSentence(control)).toBeNull();
  expect(cancelledSentence({ ...cancelled, given_back })).toBe(
    "Cancelled Wed 10 Jun 2026, 10:46, in force until 10:47. Given back in the plan: +2.00\u00a0kWh.",
  );
  expect(cancelledSentence({ ...cancelled, effective_to: "2026-06-10T08:20:00Z" })).toMatch(
    /before it began\. Nothing was given back: the plan did not change\.$/,
  );
});

test("a state is a word, and superseded is a second one", () => {
  expect(text(<StateBadge state="active" />)).toBe("Active");
  expect(text(<StateBadge state="cancelled" superseded />)).toBe("Cancelled Superseded in part");
  expect(text(<StateBadge state="ended" superseded={null} />)).toBe("Ended");
});

test("a connection is a word, also where nothing was heard", () => {
  expect(text(<ConnectionBadge connection="online" />)).toBe("Online");
  expect(text(<ConnectionBadge connection="offline" />)).toBe("Offline");
  expect(text(<ConnectionBadge connection="unknown" spelledOut />)).toBe("Connection not known");
});

test("silence before a control is said in the number it has", () => {
  expect(unheardSentence(1)).toMatch(/from 1 location within a day: .* it, but it may not follow/);
  expect(unheardSentence(1204)).toMatch(/from 1,204 locations .* them, but they may not follow/);
});
