import type { Page } from "@playwright/test";

const isPage = (url: string) => !/\/(_next|api)\/|[?&]_rsc=|\.\w+$/.test(url);

/**
 * The console errors of a page from now on, including violations of the content security policy,
 * and uncaught errors, each with its URL. A 404 of the page itself does not count.
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
