import { complete } from "./page-ids.ts";
import { expect, test } from "./users.ts";

test("pages with forms try nothing that their content security policy forbids", async ({
  staff: page,
}) => {
  const violations: unknown[] = [];
  const devtools = await page.context().newCDPSession(page);
  devtools.on("Audits.issueAdded", ({ issue }) => {
    if (issue.code === "ContentSecurityPolicyIssue") violations.push(issue.details);
  });
  await devtools.send("Audits.enable");
  for (const path of ["/alerts", "/alerts/rules", "/account", "/customers/new"]) {
    await page.goto(path);
    await complete(page);
  }
  expect(violations).toEqual([]);
});
