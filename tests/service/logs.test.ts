import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operations, type OperationId } from "../../lib/contract/index.ts";
import { loggedError } from "../../lib/log/serialize-error.mjs";
import { expectErrorLog } from "../support/error-log.ts";
import { openLog } from "../../lib/log/logger.ts";
import { bodyOn, side, type Side } from "../support/example-calls.ts";
import { marks, tracesIn } from "../support/private-markers.ts";
import { getOwnerUrl } from "../support/postgres.ts";
import { KEY, World } from "../support/service.ts";

const lines: string[] = [];
let world: World;
let one: Side;
beforeAll(async () => {
  const log = openLog("service", "trace", { write: (line: string) => void lines.push(line) });
  world = await World.open("2026-06-15T09:58:30Z", { log });
  one = await side(world, "nobody");
});
afterAll(() => world.close());

const keys = Object.keys(operations) as OperationId[];

/** A call with people and secrets wherever a caller can write: path, query, headers and body. */
async function callWithMarks(operation: OperationId, params: Record<string, string>) {
  const { path, method } = operations[operation];
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name]!));
  const isRead = method === "get";
  const body = { ...bodyOn(operation, { ...one, name: marks.name }, world.nowMs), ...given };
  const query = new URLSearchParams({ page_size: "1", search: marks.search, sort: marks.name });
  const response = await world.request(`${filled}?${query}`, {
    method: method.toUpperCase(),
    headers: {
      "Content-Type": "application/json",
      "Control-Actor": marks.email,
      "Control-Reason": marks.secret,
      "Idempotency-Key": `${operation}-${marks.secret}`,
      Cookie: `curtail.session=${marks.secret}`,
      Authorization: `Bearer ${marks.secret}`,
    },
    ...(isRead || method === "delete" ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, requestId: response.headers.get("x-request-id")! };
}

const given = {
  email: marks.email,
  name: marks.name,
  reason: marks.reason,
  metadata: { address: marks.street },
};
const nowhere = Object.fromEntries(
  ["group", "customer", "location", "device", "control", "request", "key", "bidding_zone"].map(
    (noun) => [`${noun}_id`, marks.email],
  ),
);
const linesOf = (requestId: string) => lines.filter((line) => line.includes(requestId));

test.each(keys)("%s logs no personal data, and one line with its request id", async (key) => {
  for (const params of [one, { ...nowhere, device_type: marks.name }]) {
    const { requestId } = await callWithMarks(key, params as unknown as Record<string, string>);
    const told = linesOf(requestId).map((line) => JSON.parse(line) as { operation: string });
    expect(told.map(({ operation }) => operation)).toContain(key);
  }
  expect(tracesIn(lines.join(""))).toEqual([]);
});

test("a database error that contains names logs none of them", async () => {
  expectErrorLog(/"23514"/);
  const database = new pg.Client(getOwnerUrl("service", world.databaseUrl));
  await database.connect();
  await database.query(
    "alter table customers add constraint marked check (email = 'nobody')" + " not valid",
  );
  await database.query("alter table groups drop column bidding_zone cascade");
  await database.end();
  const before = lines.length;
  const refused = [];
  for (const key of ["createCustomer", "updateCustomer", "createGroup", "listGroups"] as const)
    refused.push(await callWithMarks(key, one as unknown as Record<string, string>));
  const body = { name: marks.name, email: marks.email, group_id: one.group_id };
  const created = await world.post("/v1/customers", body);
  expect(created.status).toBe(500);
  const told = lines.slice(before).filter((line) => line.includes('"level":50'));
  expect(told.length).toBeGreaterThan(0);
  expect(tracesIn(lines.join(""))).toEqual([]);
});

test("no key is logged", () => {
  const text = lines.join("");
  expect(text).not.toContain(KEY);
  expect(text).not.toMatch(/ck_[\w-]{8}/);
});

/** Error messages of other programs that quote their input. */
const saidByOthers = [
  new Error(`duplicate key value violates unique constraint, Key (name)=(${marks.name})`),
  Object.assign(new Error(`invalid input syntax for type uuid: "${marks.name}"`), {
    code: "22P02",
  }),
  Object.assign(new Error("duplicate key value"), {
    detail: `Key (email)=(${marks.email}) already exists.`,
    where: `COPY accounts, line 1: "${marks.name}"`,
  }),
  new Error(`550 5.1.1 <${marks.email}> recipient rejected`),
  Object.assign(new Error(`550 no ${marks.name} here`), { responseCode: 550 }),
  Object.assign(new Error("query"), {
    query: "insert",
    params: [marks.name],
    message: `Failed query: insert\nparams: ${marks.name},${marks.email}`,
  }),
  new Error(`connect to postgres://curtail:${marks.secret}@127.0.0.1/db failed`),
  new Error(
    `fetch of https://mail.example/send?to=${encodeURIComponent(marks.name)}&key=${marks.secret} failed`,
  ),
  new SyntaxError(`Unexpected token 'W', "{"name":"${marks.name}""... is not valid JSON`),
  new Error("outer", { cause: new Error(`inner "${marks.name}"`) }),
];

test.each(saidByOthers)("an error is logged without the values it contains: %#", (error) => {
  expect(tracesIn(JSON.stringify(loggedError(error)))).toEqual([]);
  expect(loggedError(error).stack).toContain("logs.test.ts");
});

test("a line keeps its purpose", () => {
  const broken = Object.assign(new Error('null value in column "x"'), {
    code: "23502",
    column: "x",
  });
  expect(loggedError(broken)).toMatchObject({ type: "Error", code: "23502", column: "x" });
  const ours = new TypeError("Cannot read properties of undefined (reading 'beforeKw')");
  expect(loggedError(ours).message).toContain("'beforeKw'");
});
