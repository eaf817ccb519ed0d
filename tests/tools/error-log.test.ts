import { PassThrough } from "node:stream";
import pino from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import { ErrorLog, errorLog, expectErrorLog } from "../support/error-log.ts";
import { runVitest } from "./planted-test.ts";

const line = (level: number, msg: string) => JSON.stringify({ level, name: "service", msg });

describe("a line at level error", () => {
  let log: ErrorLog;
  beforeEach(() => {
    log = new ErrorLog();
    log.beginTest();
  });

  test("fails the test that did not declare it, and is shown", () => {
    log.note(line(50, "tick failed"));
    expect(() => log.settle()).toThrow(/not declared[^]*"tick failed"/);
    expect(() => log.settle()).not.toThrow();
  });

  test("is declared before or after it, by the test it belongs to", () => {
    log.note(line(60, "ended by an error"));
    log.expect(/ended by/);
    log.expect(/tick/);
    log.note(line(50, "tick failed"));
    expect(() => log.settle()).not.toThrow();
    log.beginTest();
    log.note(line(50, "tick failed"));
    expect(() => log.settle()).toThrow("tick failed");
  });

  test("is declared for a file outside of its tests", () => {
    log.settle();
    log.expect(/tick/);
    log.beginTest();
    log.note(line(50, "tick failed"));
    expect(() => log.settle()).not.toThrow();
    log.beginFile();
    log.note(line(50, "tick failed"));
    expect(() => log.settle()).toThrow("tick failed");
  });

  test("of a program is assembled from pieces, including the one it ended in", async () => {
    const stream = new PassThrough();
    log.read(stream);
    const [left, right] = [line(50, "first").slice(0, 9), line(50, "first").slice(9)];
    stream.write(left);
    stream.write(`${right}\nPlain words\n${line(40, "a warning")}\n{"level":`);
    stream.end(`60,"msg":"last"}`);
    await new Promise((done) => stream.once("close", done));
    expect(() => log.settle()).toThrow(/"first"[^]*"last"/);
  });
});

test("counts for every logger of this process, even without visible output", () => {
  const own = pino({ level: "error" }, { write: () => undefined });
  own.error("planted");
  expect(() => errorLog.settle()).toThrow("planted");
  expectErrorLog(/declared/);
  own.error("declared");
});

test.each([
  ["a test", `test("quiet", () => log.error("planted"));`],
  ["a hook", `afterAll(() => log.error("planted")); test("quiet", () => undefined);`],
])("a run is red where %s logs an error that it did not declare", async (_, code) => {
  const { status, said } = await runVitest(code);
  expect(said).toContain('"msg":"planted"');
  expect(status).toBe(1);
});

test("a run passes if the error is declared", async () => {
  const code = `test("loud", () => { expectErrorLog(/planted/); log.error("planted"); });`;
  expect(await runVitest(code)).toMatchObject({ status: 0 });
});
