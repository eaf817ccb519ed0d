import { expect, type BrowserContext, type Page } from "@playwright/test";

/** Signs in as a person does, on the sign-in page, wherever that was reached from. */
export async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).not.toHaveURL(/\/sign-in/);
}

/** Gives a browser a session of a portal account, without opening a page. */
export async function signIn(
  context: BrowserContext,
  portal: { portalUrl: string; password: string },
  email: string,
): Promise<void> {
  const { csrfToken } = await (await context.request.get("/api/auth/csrf")).json();
  const answer = await context.request.post("/api/auth/callback/credentials", {
    headers: { Origin: portal.portalUrl },
    form: { csrfToken, email, password: portal.password, json: "true" },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}
