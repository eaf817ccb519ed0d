import { problem } from "../../lib/contract/index.ts";
import { expect, test } from "./users.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"];
const long = "a".repeat(9000);
/** An unknown name, one that cannot be decoded, and one that is too long. */
const nowhere = ["/api", "/api/nowhere", "/api/devices/%E0%A4%A", `/api/devices/${long}`];

test("an unknown path under /api answers a problem for every method, and reveals nothing without a session", async ({
  staff: page,
  request,
}) => {
  for (const path of nowhere) {
    for (const method of methods) {
      const what = `${method} ${path.slice(0, 40)}`;
      const [known, stranger] = [
        await page.request.fetch(path, { method }),
        await request.fetch(path, { method }),
      ];
      expect([known.status(), stranger.status()], what).toEqual([404, 401]);
      expect(known.headers()["content-type"], what).toContain("application/problem+json");
      if (method !== "HEAD") expect(problem.parse(await known.json()).status).toBe(404);
    }
  }
});

test("a malformed page URL answers the not-found page", async ({ staff: page }) => {
  for (const path of ["/devices/%E0%A4%A", "/%E0%A4%A.png", "/docs/%E0%A4%A", `/devices/${long}`]) {
    const answer = await page.goto(path);
    expect(answer!.status(), path.slice(0, 40)).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  }
});
