import { marks, tracesIn } from "../support/private-markers.ts";
import type { Curtail } from "./start-stack.ts";
import { everyPage } from "./page-rights.ts";
import { CUSTOMER, expect, STAFF, signIn, test } from "./users.ts";
import { toPagePath, someIds } from "./page-ids.ts";
import { forEach, rawRequest } from "./raw-request.ts";

interface Line {
  name: string;
  requestId?: string;
  operation?: string;
}

/** The log lines of both programs so far. */
const linesOf = (said: string): Line[] =>
  said
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);

const idsIn = ({ said }: Curtail, id: string, name: string) =>
  linesOf(said()).filter((line) => line.requestId === id && line.name === name);

test("no page leaves personal data in either log, and every line is JSON", async ({
  context,
  curtail,
  service,
}) => {
  const ids = await someIds(service);
  const pages = everyPage.map((page) => toPagePath(page, ids).replace(/\[.*?\]/g, marks.secret));
  const from = curtail.said().length;
  for (const person of [STAFF, CUSTOMER]) {
    await signIn(context, curtail, person);
    const cookies = await context.cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const query = new URLSearchParams({ q: marks.search, search: marks.name, of: marks.email });
    await forEach(pages, async (page) => {
      const headers = { cookie, "x-request-id": marks.secret, referer: marks.search };
      await rawRequest(curtail.portalUrl, `${page}?${query}`, { headers });
    });
    const told = curtail.said().slice(from);
    expect(tracesIn(told)).toEqual([]);
    for (const secret of [person, curtail.password, curtail.apiKey, ...secretsOf(cookies)])
      expect(told).not.toContain(secret);
  }
  const lines = curtail.said().slice(from).split("\n").filter(Boolean);
  expect(lines.length).toBeGreaterThan(pages.length);
  expect(lines.filter((line) => !line.startsWith("{"))).toEqual([]);
});

const secretsOf = (cookies: { name: string; value: string }[]) =>
  cookies
    .filter(({ name, value }) => /curtail/.test(name) && value.length > 20)
    .map((c) => c.value);

test("one request id links a browser's answer to the lines of both logs", async ({
  context,
  curtail,
}) => {
  await signIn(context, curtail, STAFF);
  for (const path of ["/api/groups?page=0&page_size=1", "/customers"]) {
    const answer = await context.request.get(path);
    const id = answer.headers()["x-request-id"]!;
    await expect
      .poll(() => idsIn(curtail, id, "portal").length, { message: path })
      .toBeGreaterThan(0);
    await expect
      .poll(() => idsIn(curtail, id, "service").map(({ operation }) => operation), {
        message: path,
      })
      .toContain(path === "/customers" ? "listCustomers" : "listGroups");
  }
  const unknown = await context.request.get("/api/groups/grp_none");
  const { request_id: id } = (await unknown.json()) as { request_id: string };
  expect(unknown.headers()["x-request-id"]).toBe(id);
  await expect.poll(() => idsIn(curtail, id, "service").length).toBeGreaterThan(0);
});
