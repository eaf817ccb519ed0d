import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StaleBanner } from "@/components/live/stale-banner.tsx";
import type { Freshness } from "@/components/live/use-freshness.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

const at = Date.parse("2026-06-10T08:00:07Z");
const problemOf = (status: number, kind: string): Problem => ({
  type: `urn:curtail:problem:${kind}`,
  title: kind,
  status,
  detail: kind,
  request_id: "req_1",
});
const banner = (stale: Freshness["stale"], locale: Locale = "en") =>
  renderToStaticMarkup(
    inLanguage(
      locale,
      <StaleBanner freshness={{ at, isLive: false, stale }} onRetry={() => undefined} />,
    ),
  );

test("who is signed out is told so and offered to sign in, not to try again", () => {
  const stale = { why: "problem" as const, problem: problemOf(401, "signed-out") };
  const shown = banner(stale);
  expect(shown).toContain("You are signed out. What you see is from before.");
  expect(shown).toMatch(/<a[^>]*href="\/sign-in"[^>]*>Sign in again<\/a>/);
  expect(shown).not.toContain("Try again");
  expect(banner(stale, "nl")).toContain("Je bent uitgelogd. Wat je ziet is van daarvoor.");
});

test("any other reason is told with since when, and can be tried again", () => {
  const shown = banner({ why: "silence" });
  expect(shown).toContain("Not refreshed since 10:00:07");
  expect(shown).toContain("Nothing came from the portal.");
  expect(shown).toContain("Try again");
  const problem = banner({ why: "problem", problem: problemOf(404, "not-found") });
  expect(problem).toContain("There is nothing here. What you see is from before.");
  expect(problem).not.toContain("/sign-in");
});

test("nothing is said while what is shown is fresh", () => {
  expect(banner(null)).toBe('<div role="status"></div>');
});
