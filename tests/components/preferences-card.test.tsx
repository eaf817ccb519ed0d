import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { PreferencesCard } from "@/components/preferences/preferences-card.tsx";
import type { CustomerPreferences } from "@/lib/contract/preferences.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({}),
}));

const preferences: CustomerPreferences = {
  opted_out: false,
  battery_reserve: 0,
  hours_off: [],
  max_hours_per_month: null,
  email_notices: true,
  updated_at: null,
  allowed: {
    opt_out: false,
    control_opt_out: false,
    max_battery_reserve: 0,
    max_hours_off_per_week: 0,
    min_hours_per_month: null,
  },
};

const card = (hasMailServer: boolean, locale: Locale): string =>
  renderToStaticMarkup(
    inLanguage(
      locale,
      <PreferencesCard
        customerId="cus_1"
        initial={preferences}
        hasMailServer={hasMailServer}
        serverNow={0}
      />,
    ),
  );

test("a customer is told that notices are not mailed where the portal has no mail server", () => {
  expect(card(false, "en")).toContain("No e-mail is sent until this portal has a mail server.");
  expect(card(false, "nl")).toContain("wordt er geen mail verstuurd");
  expect(card(true, "en")).toContain("Notices are always shown in this portal too.");
  expect(card(true, "nl")).not.toContain("wordt er geen mail verstuurd");
});
