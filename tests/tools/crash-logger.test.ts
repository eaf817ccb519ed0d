import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { marks, tracesIn } from "../support/private-markers.ts";

interface Line {
  level: number;
  name: string;
  msg: string;
  err: { type: string; stack: string };
}

/** Runs Node until it ends, and parses its output as log lines. */
function lastWords(args: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number | null; said: string; lines: Line[] }>((resolve) => {
    const child = spawn(process.execPath, args, { env: { ...process.env, ...env } });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (piece: Buffer) => (said += piece.toString()));
    child.once("close", (code) => {
      const lines = said.split("\n").filter(Boolean);
      resolve({ code, said, lines: lines.map((line) => JSON.parse(line) as Line) });
    });
  });
}

const refusedRow = `Object.assign(new Error('duplicate key: "${marks.name}"'), {
  detail: "Key (email)=(${marks.email}) already exists.", code: "23505" })`;
const program = (code: string) => [
  "--input-type=module",
  "-e",
  `import { logUncaughtErrors } from "./lib/log/crash-logger.mjs"; logUncaughtErrors("service"); ${code}`,
];

test.each([
  ["thrown", `setTimeout(() => { throw ${refusedRow}; });`],
  ["rejected", `Promise.reject(${refusedRow});`],
  ["thrown while it starts", `throw ${refusedRow};`],
])("an error nobody caught, %s, is one line without what it quotes", async (_, code) => {
  const ended = await lastWords(program(code));
  expect(ended.code).toBe(1);
  expect(tracesIn(ended.said)).toEqual([]);
  expect(ended.lines).toMatchObject([
    { level: 60, name: "service", err: { type: "Error", code: "23505" } },
  ]);
});

test("a Node warning is logged as a line and ends nothing", async () => {
  const ended = await lastWords(program(`process.emitWarning("of ${marks.email}");`));
  expect(ended.code).toBe(0);
  expect(tracesIn(ended.said)).toEqual([]);
  expect(ended.lines).toMatchObject([{ level: 40, name: "service", msg: "a warning" }]);
});

test("a service that cannot open its database logs that in such a line", async () => {
  const SERVICE_DATABASE_URL = `postgres://curtail:${marks.secret}@127.0.0.1:1/none`;
  const ended = await lastWords(["--import", "tsx", "service/main.ts"], { SERVICE_DATABASE_URL });
  expect(ended.code).toBe(1);
  expect(tracesIn(ended.said)).toEqual([]);
  expect(ended.lines.at(-1)).toMatchObject({ level: 60, name: "service" });
});
