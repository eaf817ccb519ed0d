import type { Page } from "@playwright/test";

const MORE = 100;

/** The browser reads a list of groups in which a page of a hundred others comes before the portal's own. */
export const addGroups = (page: Page) =>
  page.route(/\/api\/groups\?/, async (route) => {
    const url = new URL(route.request().url());
    const number = Number(url.searchParams.get("page") ?? 0);
    if (url.searchParams.get("page_size") !== String(MORE)) return route.abort();
    url.searchParams.set("page", String(Math.max(0, number - 1)));
    const response = await route.fetch({ url: url.href });
    const answer = await response.json();
    const [first] = answer.data;
    const others = Array.from({ length: MORE }, (_, index) => ({
      ...first,
      id: `grp_${index}`,
      name: `Aalst ${index}`,
    }));
    const total = MORE + Number(response.headers()["x-total-count"]);
    return route.fulfill({
      response,
      headers: { ...response.headers(), "x-total-count": String(total) },
      json: number === 0 ? { ...answer, data: others } : answer,
    });
  });
