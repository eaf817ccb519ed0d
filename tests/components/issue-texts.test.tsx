import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { describeNewEnd } from "@/components/controls/detail/change-end.tsx";
import { GroupSelect } from "@/components/controls/issue/group-select.tsx";
import { createFormats } from "@/lib/i18n/format.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import { createTranslatorFor, inLanguage } from "./in-language.tsx";

const groups = Array.from({ length: 100 }, (_, index) => ({
  id: `grp_${index}`,
  created_at: "2026-06-01T10:00:00Z",
  name: `Group ${index}`,
  bidding_zone: "NL",
}));

function offered(locale: Locale, total: number): string {
  const page = { items: groups, total, complete: true };
  return renderToStaticMarkup(
    inLanguage(
      locale,
      <GroupSelect initialGroups={page as never} chosen={null} onChoose={() => undefined} />,
    ),
  );
}

describe("the choice of a group", () => {
  test("says that it does not offer all groups", () => {
    expect(offered("en", 205)).toContain("100 of 205 groups. Search to find the others.");
    expect(offered("nl", 205)).toContain("100 van 205 groepen. Zoek om de andere te vinden.");
  });

  test("says nothing where it offers all", () => {
    expect(offered("en", 100)).not.toContain("of 100 groups");
  });
});

describe("the changed end of a control", () => {
  const from = Date.parse("2026-06-10T10:07:00Z");
  const end = Date.parse("2026-06-10T12:00:00Z");
  const lead = (locale: Locale, isShorter: boolean, approval: boolean) => {
    const labels = { t: createTranslatorFor(locale, "controls"), f: createFormats(locale) };
    return describeNewEnd({ isShorter, end }, { from, approval }, labels as never);
  };

  test("that awaits approval leaves the present control in force until then", () => {
    expect(lead("en", false, true)).toMatch(
      /^Once approved, a new control takes over until 14:00\. The present one stays in force/,
    );
    expect(lead("en", true, true)).toBe(
      "Once approved, a new control takes over until 14:00 and the present one is cancelled. Until then that stays in force.",
    );
    expect(lead("nl", true, true)).toBe(
      "Na goedkeuring neemt een nieuwe sturing het over tot 14:00 en wordt de huidige geannuleerd. Tot dan blijft die van kracht.",
    );
  });

  test("without an approval takes effect at once", () => {
    for (const isShorter of [true, false])
      expect(lead("en", isShorter, false)).not.toMatch(/approv/);
  });
});
