import { expect, signIn, STAFF, test } from "./users.ts";
import { inServiceDatabase, withAccountName } from "./portal-database.ts";
import { unzip } from "../portal/unzip.ts";

const HIDDEN = ["\u202E", "\u202A", "\u2066", "\u2069", "\u0007", "\u0085", "\n", "\u2028"];
const WANTED = "control characters or characters that change the direction of text";
/** Hidden characters that no response may contain, raw or escaped in JSON or HTML. */
const found =
  /[\u202A-\u202E\u2066-\u2069]|\\u20(2[a-e]|6[6-9])|&#(x20(2[a-e]|6[6-9])|82(3[4-8]|9[4-7]));/i;

test("a name with an invisible character is refused, and its field is named", async ({
  staff: page,
  curtail,
}) => {
  const headers = { Origin: curtail.portalUrl };
  for (const hidden of HIDDEN) {
    const name = `Roof ${hidden}gpj.exe`;
    const bodies = {
      groups: { name, bidding_zone: "NL" },
      customers: { name, email: "hidden@customer.example" },
    };
    for (const [noun, data] of Object.entries(bodies)) {
      const portal = await page.request.post(`/api/${noun}`, { headers, data });
      const service = await fetch(`${curtail.serviceUrl}/v1/${noun}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-API-Key": curtail.apiKey },
        body: JSON.stringify(data),
      });
      for (const [status, text] of [
        [portal.status(), await portal.text()],
        [service.status, await service.text()],
      ] as const) {
        expect([noun, status]).toEqual([noun, 422]);
        const [error] = (JSON.parse(text) as { errors: { pointer: string; detail: string }[] })
          .errors;
        expect(error!.pointer).toBe("#/name");
        expect(error!.detail).toContain(WANTED);
      }
    }
  }
  await page.goto("/groups/new");
  await page.getByLabel("Name").fill("Roof \u202Egpj.exe");
  await page.getByRole("button", { name: "Create group" }).click();
  await expect(page.getByText(`This must not contain ${WANTED}.`)).toBeVisible();
});

test("names stored before that rule show their hidden characters on pages and in files", async ({
  staff: page,
  context,
  curtail,
  service,
}) => {
  const stored = "Stored \u202Egpj.exe\u2069\u0007";
  const group = await service.call("createGroup", { body: { name: "Plain", bidding_zone: "NL" } });
  const customer = await service.call("createCustomer", {
    body: { name: "Plain", email: "stored@customer.example" },
  });
  for (const [table, { id }] of Object.entries({ groups: group, customers: customer })) {
    await inServiceDatabase(
      curtail.dataDir,
      `UPDATE ${table} SET name = '${stored}' WHERE id = '${id}'`,
    );
  }
  await withAccountName(curtail.dataDir, [STAFF, stored], async () => {
    await signIn(context, curtail, STAFF);
    for (const path of [
      `/api/groups/${group.id}`,
      `/groups/${group.id}`,
      "/groups?search=Stored",
      `/customers/${customer.id}`,
      "/customers?search=Stored",
      "/users",
      "/account",
      "/api/auth/session",
      "/api/exports/groups?format=csv",
      "/api/exports/customers?format=csv&search=Stored",
    ]) {
      const answer = await page.request.get(path);
      expect(answer.status(), path).toBe(200);
      const text = await answer.text();
      expect(text, path).not.toMatch(found);
      expect(text, path).toContain(
        path === "/account" ? "gpj" : "Stored \uFFFDgpj.exe\uFFFD\uFFFD",
      );
    }
  });
  const workbook = await page.request.get("/api/exports/groups?format=xlsx");
  const sheets = [...unzip(await workbook.body()).values()].join("");
  expect(sheets).not.toMatch(found);
  // The workbook's writer leaves U+FFFD out.
  expect(sheets).toMatch(/>Stored \uFFFD?gpj\.exe\uFFFD{0,2}</);
});
