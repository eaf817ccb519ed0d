import { expect, test } from "vitest";
import type { Locale } from "@/lib/i18n/locales.ts";
import { toInvitationEmail } from "@/lib/portal/users/invitation-email.ts";

const LINK = "https://portal.example/invitation/token";

const letter = (language: Locale, expires: string) =>
  toInvitationEmail(
    {
      kind: "account",
      email: "anna@example.com",
      name: "Anna",
      language,
      expiresAt: new Date(expires),
    },
    LINK,
  );

test("the e-mail names the expiry of its link with time zone, in the reader's language", async () => {
  const { text, html } = await letter("nl", "2026-10-25T00:30:00Z");
  expect(text).toContain("tot zondag 25 oktober 2026 om 02:30 CEST.");
  expect(html).toContain("02:30 CEST");
  expect(text).toContain(LINK);
  expect((await letter("en", "2026-10-25T01:30:00Z")).text).toContain(
    "25 October 2026 at 02:30 CET.",
  );
});
