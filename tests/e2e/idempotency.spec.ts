import { randomUUID } from "node:crypto";
import { control } from "../../lib/contract/index.ts";
import { demoGroup, expect, test } from "./users.ts";
import { whileKeyIsHeld } from "./portal-database.ts";

test("a hundred simultaneous requests with one idempotency key issue one control", async ({
  staff: page,
  service,
  curtail,
}) => {
  const group = await demoGroup(service);
  const before = await service.total("listControls");
  const headers = { Origin: curtail.portalUrl, "Idempotency-Key": randomUUID() };
  const send = () =>
    page.request.post(`/api/groups/${group.id}/control`, {
      headers,
      data: { type: "ZERO_EXPORT" },
      timeout: 60_000,
    });
  const answers = await Promise.all(Array.from({ length: 100 }, send));
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  const said = answers.map((answer, index) =>
    answer.ok()
      ? "accepted"
      : `${answer.status()} ${(JSON.parse(bodies[index]!) as { type: string }).type}`,
  );
  const counts = new Map<string, number>();
  for (const one of said) counts.set(one, (counts.get(one) ?? 0) + 1);
  expect([...counts]).toEqual([["accepted", 100]]);
  expect(new Set(bodies.map((body) => control.parse(JSON.parse(body)).id)).size).toBe(1);
  expect(await service.total("listControls")).toBe(before + 1);
});

test("a request whose key is locked for long waits, and is not reported unknown", async ({
  staff: page,
  service,
  curtail,
}) => {
  const SENT = 5;
  const REFUSALS = 3 * SENT;
  const group = await demoGroup(service);
  const before = await service.total("listControls");
  const key = randomUUID();
  const headers = { Origin: curtail.portalUrl, "Idempotency-Key": key };
  const refused = () =>
    curtail
      .said()
      .split("\n")
      .filter((line) => /"operation":"controlGroup".*"status":409/.test(line)).length;
  const refusedBefore = refused();
  let answered = 0;
  const send = async () => {
    const answer = await page.request.post(`/api/groups/${group.id}/control`, {
      headers,
      data: { type: "ZERO_EXPORT" },
      timeout: 60_000,
    });
    answered++;
    return [answer.status(), ((await answer.json()) as { id?: string }).id] as const;
  };
  let sent: ReturnType<typeof send>[] = [];
  const { data: keys } = await service.call("listApiKeys");
  const caller = keys.find(({ prefix }) => curtail.apiKey.startsWith(prefix))?.id ?? "configured";
  await whileKeyIsHeld(curtail.dataDir, [caller, key], async () => {
    sent = Array.from({ length: SENT }, send);
    const isOver = () => answered > 0 || refused() - refusedBefore >= REFUSALS;
    await expect.poll(isOver, { timeout: 30_000 }).toBe(true);
    expect(answered).toBe(0);
  });
  const answers = await Promise.all(sent);
  expect(answers.map(([status]) => status)).toEqual(Array(SENT).fill(200));
  expect(new Set(answers.map(([, id]) => id)).size).toBe(1);
  expect(await service.total("listControls")).toBe(before + 1);
});
