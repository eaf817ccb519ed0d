import { axeViolations } from "./axe-violations.ts";
import { accepted, invited, newAddress } from "./invitations.ts";
import { overflows } from "./overflows.ts";
import { complete } from "./page-ids.ts";
import { DESK, PHONE } from "./sizes.ts";
import { expect, signIn, test } from "./users.ts";

test("a new administrator sees what is left to set up, with links, until they hide it", async ({
  browser,
  curtail,
  staff: page,
}) => {
  const email = newAddress("first-steps");
  const invitee = { role: "staff", email, level: "admin", language: "nl" } as const;
  const token = await invited(page.request, curtail.portalUrl, invitee);
  const person = { token, name: "Nina", password: curtail.password };
  await accepted(page.request, curtail.portalUrl, person);

  // The demo is set up: its own staff is not asked to.
  await page.goto("/");
  await complete(page);
  await expect(page.getByRole("heading", { name: "First steps" })).toHaveCount(0);

  const context = await browser.newContext({ baseURL: curtail.portalUrl, locale: "nl-NL" });
  await signIn(context, curtail, email);
  const theirs = await context.newPage();
  for (const size of [DESK, PHONE]) {
    await theirs.setViewportSize(size);
    await theirs.goto("/");
    await complete(theirs);
    const steps = theirs.getByRole("region", { name: "Eerste stappen" });
    const step = (title: string) => steps.getByRole("listitem").filter({ hasText: title });
    await expect(step("Beveilig je account met een tweede factor")).toContainText("Te doen");
    await expect(step("Voeg een klant toe")).toContainText("Gedaan");
    await expect(step("Ontvang een eerste meting")).toContainText("Gedaan");
    await expect(step("Leg contractvoorwaarden vast")).toContainText("Gedaan");
    await expect(step("Nodig een collega uit")).toContainText("Gedaan");
    expect(await overflows(theirs)).toEqual([]);
    expect(
      await axeViolations(theirs, "everything", "section[aria-labelledby=first-steps]"),
    ).toEqual([]);
  }
  const links = theirs.getByRole("region", { name: "Eerste stappen" }).getByRole("link");
  for (const href of await links.evaluateAll((all) => all.map((one) => one.getAttribute("href"))))
    expect((await theirs.request.get(href!)).status(), href!).toBe(200);

  await theirs.getByRole("button", { name: "Eerste stappen verbergen" }).click();
  await expect(theirs.getByRole("region", { name: "Eerste stappen" })).toHaveCount(0);
  await theirs.reload();
  await complete(theirs);
  await expect(theirs.getByRole("region", { name: "Eerste stappen" })).toHaveCount(0);
  await context.close();
});
