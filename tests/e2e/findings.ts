import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const standard = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What axe finds against WCAG 2.2 AA on a page as it stands: one line per element. */
export async function findingsOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({
      runOnly: { type: "tag", values: standard },
      rules: { "target-size": { enabled: true } },
    })
    .analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, html }) => `${id} (${help}) at ${target.join(" ")}: ${html.slice(0, 160)}`,
    ),
  );
}
