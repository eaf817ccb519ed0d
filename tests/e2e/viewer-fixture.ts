import type { Browser, Page } from "@playwright/test";
import type { Curtail } from "./start-stack.ts";
import { signIn } from "./sign-in.ts";

/** A staff viewer, signed in on another page. */
export async function viewer(browser: Browser, curtail: Curtail): Promise<Page> {
  const context = await browser.newContext({ baseURL: curtail.portalUrl, locale: "en-GB" });
  await signIn(context, curtail, "viewer@demo.example");
  return context.newPage();
}
