import { read } from "./budget.ts";
import { checkEveryPage } from "./every-page.ts";
import { checkPhonePage } from "./load-page.ts";
import { expect, test } from "./users.ts";

test("the baseline page was measured with the installed versions", () => {
  const { dependencies } = read("package.json");
  for (const [name, version] of Object.entries(read("tools/budget.json").measuredWith)) {
    expect(dependencies[name], `${name}: run npm run budget -- --baseline`).toBe(version);
  }
});

checkEveryPage("in order, within its budget, without the key", checkPhonePage);
