import { text } from "node:stream/consumers";
import {
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime.js";
import { renderToStaticMarkup } from "react-dom/server";
import { prerenderToNodeStream } from "react-dom/static";
import { expect, test } from "vitest";
import { StaleBanner } from "../../components/live/live-indicator.tsx";
import type { Freshness } from "@/components/live/use-freshness.ts";
import { Failure } from "@/components/api/failure.tsx";
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

const signedOut = problemOf(401, "signed-out");

/** The rendered page at a path, once its code has loaded. */
async function shownAt(address: string, element: React.ReactElement): Promise<string> {
  const { pathname, searchParams } = new URL(address, "http://portal.example");
  const { prelude } = await prerenderToNodeStream(
    <PathnameContext value={pathname}>
      <SearchParamsContext value={searchParams}>{inLanguage("en", element)}</SearchParamsContext>
    </PathnameContext>,
  );
  return text(prelude);
}

test("a signed-out user sees that the page is no longer updated", () => {
  const stale = { why: "problem" as const, problem: signedOut };
  const shown = banner(stale);
  expect(shown).toContain("You are signed out. This page is no longer updated.");
  expect(shown).not.toContain("Try again");
  expect(banner(stale, "nl")).toContain(
    "Je bent uitgelogd. Deze pagina wordt niet meer bijgewerkt.",
  );
});

test.each([
  ["/locations?page=2", "/sign-in?next=%2Flocations%3Fpage%3D2"],
  ["/map", "/sign-in?next=%2Fmap"],
  ["/", "/sign-in"],
])("signing in again from %s returns there, and no retry is offered", async (at, href) => {
  const freshness = {
    at: 0,
    isLive: false,
    stale: { why: "problem", problem: signedOut },
  } as const;
  for (const element of [
    <StaleBanner key="banner" freshness={freshness} onRetry={() => undefined} />,
    <Failure key="failure" problem={signedOut} onRetry={() => undefined} />,
  ]) {
    const shown = await shownAt(at, element);
    expect(/<a[^>]*href="([^"]*)"[^>]*>Sign in again<\/a>/.exec(shown)?.[1]).toBe(href);
    expect(shown).not.toContain("Try again");
  }
});

test("any other reason shows since when, and offers a retry", () => {
  const shown = banner({ why: "silence" });
  expect(shown).toContain("Not refreshed since 10:00:07");
  expect(shown).toContain("The portal is not responding.");
  expect(shown).toContain("Try again");
  const problem = banner({ why: "problem", problem: problemOf(404, "not-found") });
  expect(problem).toContain("Not found. This page may be outdated.");
  expect(problem).not.toContain("/sign-in");
});

test("nothing is shown while the data is fresh", () => {
  expect(banner(null)).toBe('<div role="status"></div>');
});
