import type { Browser, Page } from "@playwright/test";
import type { Curtail } from "./curtail.ts";
import { expect, signIn } from "./people.ts";

/** Somebody of staff who may look and no more, invited by `staff` and signed in elsewhere. */
export async function viewer(staff: Page, browser: Browser, curtail: Curtail): Promise<Page> {
  const email = `viewer-${Math.random().toString(36).slice(2, 8)}@example.org`;
  const headers = { Origin: curtail.portalUrl };
  const post = (path: string, data: object) => staff.request.post(path, { headers, data });
  const person = { role: "staff", email, level: "viewer", language: "en" };
  const invited = await post("/api/invitations", person);
  expect(invited.status(), await invited.text()).toBe(200);
  const { link } = (await invited.json()) as { link: string };
  const token = new URL(link, curtail.portalUrl).href.split(/[#?/=]/).at(-1)!;
  const password = curtail.password;
  const accepted = await post("/api/invitations/accept", { token, name: "Viewer", password });
  expect(accepted.status(), await accepted.text()).toBe(200);
  const context = await browser.newContext({ baseURL: curtail.portalUrl });
  await signIn(context, curtail, email);
  return context.newPage();
}
