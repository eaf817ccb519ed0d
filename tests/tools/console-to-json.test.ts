import { expect, test } from "vitest";
import { marks, tracesIn } from "../support/private-markers.ts";

const { formatLogLine } = (await import("../../runtime/http/console-to-json.mjs" as string)) as {
  formatLogLine(level: string, given: unknown[], nowMs: number): string;
};

test("console output becomes one line of JSON, without formatting", () => {
  const line = formatLogLine("info", ["\u001b[1m▲ Next.js 16\u001b[22m\nand more"], 7);
  expect(line).not.toContain("\n");
  expect(JSON.parse(line)).toEqual({ level: 30, time: 7, name: "portal", msg: "Next.js 16" });
});

test("an error in it is logged by type and place, without the values it contains", () => {
  const error = new Error(`no such customer: "${marks.name}" <${marks.email}>`);
  const line = formatLogLine("error", ["⨯", error, { digest: marks.secret }], 7);
  expect(tracesIn(line)).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({ level: 50, err: { type: "Error" } });
  expect(line).toContain("console-to-json.test.ts");
});

test("an e-mail address and a key are redacted from plain text too", () => {
  expect(tracesIn(formatLogLine("warn", [`from ${marks.email}`], 7))).toEqual([]);
  expect(formatLogLine("warn", ["with ck_0123456789abcdef"], 7)).toContain("[key]");
});
