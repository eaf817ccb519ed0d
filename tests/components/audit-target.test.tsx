import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { AuditTarget } from "@/components/audit/audit-target.tsx";
import { targetParts } from "@/lib/i18n/audit-target.ts";
import type { AuditLine } from "@/lib/portal/audit-log/audit.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

const line: AuditLine = {
  id: 1,
  at: "2026-06-10T08:00:00Z",
  who: "staff@example.org",
  role: "staff",
  level: "operator",
  address: "192.0.2.7",
  session_id: null,
  operation: "controlGroup",
  target: null,
  window: null,
  outcome: "done",
  status: 200,
  request_id: "r1",
};
const cancelled = (window: AuditLine["window"], locale: Locale = "en") =>
  renderToStaticMarkup(
    inLanguage(
      locale,
      <AuditTarget
        line={{ ...line, target: "control_id=ctrl_1", operation: "cancelControl", window }}
      />,
    ),
  );
const drawn = (target: string, operation = line.operation, locale: Locale = "en") =>
  renderToStaticMarkup(inLanguage(locale, <AuditTarget line={{ ...line, target, operation }} />));

describe("an audit target", () => {
  test("is parsed from its stored form", () => {
    expect(targetParts("name=Importer of two scopes=read,control")).toEqual({
      name: "Importer of two",
      scopes: "read,control",
    });
    expect(targetParts("kim@example.org")).toEqual({});
  });

  test("of an invitation shows the e-mail address and the role", () => {
    const text = drawn("kim@example.org level=viewer", "invite", "nl");
    expect(text).toContain("kim@example.org");
    expect(text).toContain("Kijker");
    expect(text).not.toContain("level");
  });

  test("of a control shows direction, window and group, and links to the control", () => {
    const text = drawn(
      "group_id=grp_1 type=ZERO_EXPORT time_to=2026-06-10T08:15:00Z control_id=ctrl_1",
    );
    expect(text).toContain("Zero export");
    expect(text).toMatch(/immediately, until .*10:15/);
    expect(text).toMatch(/href="\/groups\/grp_1"[^>]*>Group grp_1</);
    expect(text).toMatch(/href="\/controls\/ctrl_1"[^>]*>Control ctrl_1</);
    expect(text).not.toContain("group_id");
  });

  test("of a cancelled control shows that it never began, or how long it ran", () => {
    const from = "2026-06-10T02:15:00.000Z";
    const never = cancelled({ from, to: from });
    expect(never).toContain("Never started: cancelled before Wed 10 Jun 2026, 04:15");
    expect(never).not.toMatch(/In force|04:15–04:15/);
    expect(cancelled({ from, to: from }, "nl")).toContain("Nooit begonnen: geannuleerd voor wo 10");
    const cutShort = cancelled({ from, to: "2026-06-10T02:20:00.000Z" });
    expect(cutShort).toMatch(/In force .*04:15–04:20/);
  });

  test("is translated to Dutch", () => {
    const text = drawn("bidding_zone_id=NL type=MAX_PRODUCTION", "controlBiddingZone", "nl");
    expect(text).toContain("Biedzone NL");
    expect(text).toContain("Maximale productie");
  });

  test("does not link to a deleted customer", () => {
    expect(drawn("customer_id=cus_1", "deleteCustomer")).not.toContain("href");
    expect(drawn("customer_id=cus_1", "updateCustomer")).toContain('href="/customers/cus_1"');
  });

  test("that cannot be parsed is shown as stored", () => {
    expect(drawn("kim@example.org", "invite")).toContain("kim@example.org");
  });
});
