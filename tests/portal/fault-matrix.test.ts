import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import type { PortalError } from "../../lib/portal/context/errors.ts";
import type { ServiceClient } from "../../lib/portal/service-client/service-client.ts";
import en from "../../messages/en/index.ts";
import nl from "../../messages/nl/index.ts";
import { API_KEY } from "./fake-service.ts";
import { faults, INNER, startFaulty } from "./faults.ts";
import { createTestClient } from "./portal-world.ts";

/** Faults that only the time limit ends; every other one is answered before it. */
const endless = /^(hangs before|hangs in|sends one byte)/;
const limitOf = (fault: string) => (endless.test(fault) ? 600 : 20_000);
/** Extra time for a loaded machine. */
const SLACK_MS = 4_000;

const group = { params: { group_id: "grp_north" }, query: {} };
const calls = {
  read: (client: ServiceClient) =>
    client.call(
      "listControls",
      { params: {}, query: { page: 0, page_size: 10 }, body: undefined },
      "req-9",
    ),
  change: (client: ServiceClient) =>
    client.call(
      "createGroup",
      { params: {}, query: {}, body: { name: "North", bidding_zone: "NL" as const } },
      "req-9",
    ),
  control: (client: ServiceClient) =>
    client.call("controlGroup", { ...group, body: { type: "ZERO_EXPORT" as const } }, "req-9"),
};
type Kind = keyof typeof calls;

const PAGE = new URL("../../docs/reference/upstream-errors.md", import.meta.url);
/** The table of docs/reference/upstream-errors.md: the response by fault and kind of call. */
const promised = readTable();
const found: typeof promised = {};

/** `WRITE_FAULTS=1 npx vitest run …` rewrites the table, for review in the diff. */
if (process.env.WRITE_FAULTS) afterAll(writeTable);

describe.each(Object.entries(faults))("a service that %s", (name, fault) => {
  test.each(Object.keys(calls) as Kind[])("has a defined answer to a %s", async (kind) => {
    const service = await startFaulty(fault);
    const begunMs = performance.now();
    const ended = await calls[kind](createTestClient(service, { waitMs: limitOf(name) })).catch(
      (error: unknown) => error as PortalError,
    );
    const tookMs = performance.now() - begunMs;
    (found[name] ??= {} as (typeof found)[string])[kind] = seen(ended, service.asked());
    expect(tookMs).toBeLessThan(limitOf(name) + SLACK_MS);
    if ("problem" in ended) expectOwnWords(ended);
    expect(found[name]![kind]).toBe(promised[name]?.[kind]);
  });
});

test("docs/reference/upstream-errors.md has a row for every fault, and no other", () => {
  expect(Object.keys(promised)).toEqual(Object.keys(faults));
});

/** `502 service-faulty answer-faulty, tried 3 times`, as the table writes it. */
function seen(ended: object, asked: number): string {
  const times = asked === 1 ? "" : `, tried ${asked} times`;
  if (!("problem" in ended)) return `answered${times}`;
  const { problem } = ended as PortalError;
  const names = [problem.type.split(":").at(-1), problem.code].filter(Boolean);
  return `${problem.status} ${names.join(" ")}${times}`;
}

/** Nothing of the service and not the key; texts in both languages. */
function expectOwnWords({ problem, message, stack }: PortalError): void {
  const shown = JSON.stringify(problem) + message + stack;
  expect(shown).not.toContain(API_KEY);
  expect(shown).not.toContain(INNER);
  expect(shown).not.toContain("steal");
  expect(problem.request_id).toBe("req-9");
  const kind = problem.type.split(":").at(-1)!;
  for (const { kinds, details } of [en.problems, nl.problems]) {
    expect(kinds).toHaveProperty(kind);
    if (problem.code) expect(details).toHaveProperty(problem.code);
  }
}

function readTable(): Record<string, Record<Kind, string>> {
  const rows = readFileSync(PAGE, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", "")));
  const [heading, , ...faulty] = rows;
  expect(heading?.slice(1, 5)).toEqual(["the service", "read", "change", "control"]);
  return Object.fromEntries(
    faulty.map(([, name, read, change, control]) => [
      name!,
      { read: read!, change: change!, control: control! },
    ]),
  );
}

function writeTable(): void {
  const cell = (text: string) => text.replace(/^(\d+ [a-z -]+[a-z])/, "`$1`");
  const rows = Object.entries(found).map(
    ([name, { read, change, control }]) =>
      `| ${name} | ${cell(read)} | ${cell(change)} | ${cell(control)} |`,
  );
  const page = readFileSync(PAGE, "utf8").split("\n");
  const first = page.findIndex((line) => line.startsWith("| "));
  const after = page.findLastIndex((line) => line.startsWith("| ")) + 1;
  const table = [page[first], "| --- | --- | --- | --- |", ...rows];
  writeFileSync(PAGE, [...page.slice(0, first), ...table, ...page.slice(after)].join("\n"));
}
