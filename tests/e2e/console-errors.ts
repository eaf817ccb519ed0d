import type { Page } from "@playwright/test";

const isPage = (url: string) => !/\/(_next|api)\/|[?&]_rsc=|\.\w+$/.test(url);

/**
 * What the browser complains about on a page from now on: console errors, among them violations of
 * the content security policy, and errors nobody caught; each with the address it came from. That
 * a page is not there (404) is its answer, not a complaint.
 */
export function watchConsoleErrors(page: Page): string[] {
  const consoleErrors: string[] = [];
  page.on("console", (message) => {
    const { url } = message.location();
    const text = message.text();
    const isAnswer = text.includes("status of 404") && isPage(url);
    if (message.type() === "error" && !isAnswer) consoleErrors.push(`${page.url()} ${url} ${text}`);
  });
  page.on("pageerror", (error) => consoleErrors.push(`${page.url()} ${error.message}`));
  return consoleErrors;
}
