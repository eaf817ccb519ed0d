import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations, type ChangingId } from "../../../lib/contract/index.ts";
import { World } from "../../support/service.ts";
import { bodyOn, changingBodies, side, type Side } from "../../support/example-calls.ts";

const AT_ONCE = 100;
const changes = Object.keys(changingBodies) as ChangingId[];

let world: World;
beforeAll(async () => {
  world = await World.open("2026-06-15T09:58:30Z");
});
afterAll(() => world.close());

async function send(operation: ChangingId, one: Side, key: string) {
  const { method, path } = operations[operation];
  const body = bodyOn(operation, one, world.nowMs);
  const response = await world.request(
    path.replace(/\{(\w+)\}/g, (_, name: keyof Side) => one[name]),
    {
      method: method.toUpperCase(),
      headers: {
        "Idempotency-Key": key,
        "Control-Actor": "bert",
        ...(body && { "Content-Type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    },
  );
  const text = await response.text();
  return { status: response.status, text, headers: response.headers };
}
type Sent = Awaited<ReturnType<typeof send>>;

const isReplay = ({ headers }: Sent) => headers.get("idempotent-replay") === "true";
const withoutSecret = (text: string) =>
  JSON.stringify(JSON.parse(text), (name, value: unknown) =>
    name === "key" || name === "secret" ? null : value,
  );
const codeOf = ({ text }: Sent) => (JSON.parse(text) as { code?: string }).code;

it("covers every changing operation, and no other accepts the header", () => {
  const takes = Object.entries(operations)
    .filter(([, { headers }]) => "Idempotency-Key" in headers.shape)
    .map(([operation]) => operation);
  expect(takes.sort()).toEqual([...changes].sort());
});

describe.each(changes)("%s under an Idempotency-Key", (operation) => {
  /** A zone's control and a pause are the same for both sides. */
  const isOfNobody = ["controlBiddingZone", "requestBiddingZoneControl", "resumeControls"];
  let mine: Side;
  let other: Side;
  beforeAll(async () => {
    mine = await side(world, `${operation}-a`);
    other = await side(world, `${operation}-b`);
  });

  it(`executes one of ${AT_ONCE} simultaneous requests; the others get in-progress or the same answer`, async () => {
    const all = await Promise.all(
      Array.from({ length: AT_ONCE }, () => send(operation, mine, `${operation}-once`)),
    );
    const made = all.filter((one) => one.status === 200 && !isReplay(one));
    expect(made).toHaveLength(1);
    for (const one of all.filter(({ status }) => status !== 200)) {
      expect([one.status, codeOf(one)]).toEqual([409, "idempotency-key-running"]);
      expect(one.headers.get("retry-after")).toBe("1");
    }
    const again = await send(operation, mine, `${operation}-once`);
    expect(again.status).toBe(200);
    expect(isReplay(again)).toBe(true);
    expect(again.text).toBe(withoutSecret(made[0]!.text));
  });

  // Of these there is no other request to send.
  if (isOfNobody.includes(operation)) return;

  it("refuses a different request with 422", async () => {
    const refused = await send(operation, other, `${operation}-once`);
    expect([refused.status, codeOf(refused)]).toEqual([422, "idempotency-key-used"]);
    const free = await send(operation, other, `${operation}-other`);
    expect([free.status, isReplay(free)]).toEqual([200, false]);
    if (operation === "pauseControls") await world.call("resumeControls");
  });
});

it("stores nothing of a refused request, including its key", async () => {
  const { group_id } = await side(world, "refused");
  const make = (email: string) =>
    world.call("createCustomer", {
      body: { name: "x", email, group_id },
      headers: { "Idempotency-Key": "refused-first" },
    });
  expect((await make("refused@example.org")).status).toBe(409);
  expect((await make("not-refused@example.org")).status).toBe(200);
});

it("is documented in the OpenAPI document for each of them", async () => {
  const document = (await (await world.request("/v1/openapi.json")).json()) as {
    paths: Record<string, Record<string, { operationId: string; parameters?: object[] }>>;
  };
  const listed = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .filter(({ parameters = [] }) =>
      parameters.some((one) => "name" in one && one.name === "Idempotency-Key"),
    )
    .map(({ operationId }) => operationId);
  expect(listed.sort()).toEqual([...changes].sort());
});
