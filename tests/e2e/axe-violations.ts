import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const standard = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

const wanted = {
  everything: {
    runOnly: { type: "tag" as const, values: standard },
    rules: { "target-size": { enabled: true } },
  },
  colours: { runOnly: { type: "rule" as const, values: ["color-contrast"] } },
};

/** A script that does nothing, in place of axe's own where the document has it already. */
const LOADED = "0";

/**
 * What axe finds against WCAG 2.2 AA on a page as it stands: one line per element. `colours` looks
 * only at what another theme can change. Of all of it, or of what `within` selects.
 */
export async function axeViolations(
  page: Page,
  what: keyof typeof wanted = "everything",
  within?: string,
): Promise<string[]> {
  const isLoaded = await page.evaluate(() => "axe" in window);
  // Otherwise axe is sent and compiled twice for each look.
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: LOADED }) })
    .options({ ...wanted[what], resultTypes: ["violations"] })
    .setLegacyMode(); // No frames here: spares a second page for each look.
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, html }) => `${id} (${help}) at ${target.join(" ")}: ${html.slice(0, 160)}`,
    ),
  );
}
