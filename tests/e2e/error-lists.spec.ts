import { problem, type Problem } from "../../lib/contract/index.ts";
import { expect, test } from "./users.ts";
import { rawRequest } from "./raw-request.ts";

const MANY = 60_000;
/** A body of fields that no operation has. */
const unknownFields = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0])));

/** An answer that lists some errors and their total. */
function bounded(text: string, status: number): Problem {
  expect(text.length).toBeLessThan(16 * 1024);
  const said = problem.parse(JSON.parse(text));
  expect(said.status).toBe(status);
  expect(said.errors?.length).toBeLessThanOrEqual(20);
  for (const { pointer, detail } of said.errors ?? []) {
    expect(pointer.length).toBeLessThanOrEqual(200);
    expect(detail.length).toBeLessThanOrEqual(300);
  }
  return said;
}

const json = { "Content-Type": "application/json" };

test("a body with 60,000 unknown fields is answered with twenty of them and their number", async ({
  request,
  staff: page,
  curtail,
}) => {
  const body = unknownFields(MANY);
  const headers = { ...json, Origin: curtail.portalUrl };
  const anonymous = await request.post("/api/invitations/accept", { headers, data: body });
  const [visitor, staff] = [
    bounded(await anonymous.text(), 422),
    bounded(await (await page.request.post("/api/groups", { headers, data: body })).text(), 422),
  ];
  const direct = await fetch(`${curtail.serviceUrl}/v1/groups`, {
    method: "POST",
    headers: { ...json, "X-API-Key": curtail.apiKey },
    body,
  });
  const service = bounded(await direct.text(), 422);
  for (const said of [visitor, staff, service]) {
    expect(said.errors).toHaveLength(20);
    expect(said.error_count).toBeGreaterThanOrEqual(MANY);
  }
});

test("a long name or value is shortened in the answer", async ({ staff: page, curtail }) => {
  const long = "é\u{1F50C}".repeat(3_000);
  const bodies = [{ [long]: 0 }, { name: long, bidding_zone: long }];
  for (const body of bodies.map((each) => JSON.stringify(each))) {
    const headers = { ...json, Origin: curtail.portalUrl };
    bounded(await (await page.request.post("/api/groups", { headers, data: body })).text(), 422);
    const direct = await fetch(`${curtail.serviceUrl}/v1/groups`, {
      method: "POST",
      headers: { ...json, "X-API-Key": curtail.apiKey },
      body,
    });
    bounded(await direct.text(), 422);
  }
  const query = `sort=${"x".repeat(8_000)}&${"y".repeat(4_000)}=1`;
  const { text } = await rawRequest(curtail.serviceUrl, `/v1/groups?${query}`, {
    headers: { "X-API-Key": curtail.apiKey },
  });
  bounded(text, 422);
  const asked = await page.request.get(`/api/groups?sort=${"x".repeat(8_000)}`);
  bounded(await asked.text(), 422);
});
