import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { useProblemMessages } from "@/components/api/use-problem-messages.ts";
import {
  updateAvailability,
  unavailableSince,
  setUnavailableSince,
} from "@/components/api/service-availability.ts";
import { OutageBanner } from "@/components/layout/outage-banner.tsx";
import type { Problem } from "@/lib/contract/problem.ts";
import { inLanguage } from "./in-language.tsx";

vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => undefined }) }));

const since = "2026-06-10T08:00:07Z";
const away: Problem = {
  type: "urn:curtail:problem:unavailable",
  title: "The service is unavailable",
  status: 503,
  detail: "as it came",
  code: "service-away",
  values: { since },
  request_id: "req_1",
};

test("the banner names the start of the outage in Amsterdam time, and what is unavailable", () => {
  const banner = <OutageBanner since={since} />;
  const english = renderToStaticMarkup(inLanguage("en", banner));
  expect(english).toContain("since 10:00:07");
  expect(english).toContain("Controls are not visible");
  const dutch = renderToStaticMarkup(inLanguage("nl", banner));
  expect(dutch).toContain("sinds 10:00:07");
  expect(dutch).toContain("Sturingen zijn niet zichtbaar");
});

test("a problem names the start of the outage too", () => {
  const Detail = () => useProblemMessages().detail(away);
  expect(renderToStaticMarkup(inLanguage("en", <Detail />))).toContain(
    "It has not responded properly since 10:00:07.",
  );
  expect(renderToStaticMarkup(inLanguage("nl", <Detail />))).toContain("sinds 10:00:07 niet goed.");
});

test("only a service-unavailable problem shows the banner, until the service is back", () => {
  updateAvailability({ ...away, code: "answer-late" });
  expect(unavailableSince()).toBeNull();
  updateAvailability(away);
  expect(unavailableSince()).toBe(since);
  setUnavailableSince(null);
  expect(unavailableSince()).toBeNull();
});
