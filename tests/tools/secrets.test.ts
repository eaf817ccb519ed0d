import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockHolder, takeLock } from "../../runtime/process/lock.mjs";
import { startToken } from "../../runtime/process/process-utils.mjs";
import { storedSecret, newApiKey, newReadablePassword } from "../../runtime/config/secrets.ts";
import { emptyFolder } from "./temporary-folder.ts";

test("a secret is created once, and only its user can read it", () => {
  const file = join(emptyFolder(), "secrets", "one");
  const first = storedSecret(file, newApiKey);
  expect(first).toMatch(/^ck_[A-Za-z0-9_-]{43}$/);
  expect(storedSecret(file, newApiKey)).toBe(first);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("an empty secret file is not accepted", () => {
  const file = join(emptyFolder(), "one");
  writeFileSync(file, "\n");
  expect(() => storedSecret(file, newApiKey)).toThrow("Remove it to have a new one made");
});

test("a demo password is pronounceable and never the same", () => {
  const made = Array.from({ length: 200 }, newReadablePassword);
  for (const password of made) {
    expect(password).toMatch(/^[a-z]+-[a-z]+-\d{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
  }
  expect(new Set(made).size).toBe(made.length);
});

test("a lock has one holder, and is free again when released", () => {
  const file = join(emptyFolder(), "data", "start.lock");
  const release = takeLock(file);
  expect(lockHolder(file)).toBe(process.pid);
  expect(takeLock(file)).toBeUndefined();
  release?.();
  expect(existsSync(file)).toBe(false);
  expect(takeLock(file)).toBeTypeOf("function");
});

test.each([
  ["a process that is gone", "999999999 1"],
  ["a later process of the same number", `${process.ppid} ${startToken(process.ppid)}0`],
  ["a file cut short by a crash", ""],
])("a lock left by %s is taken over", (_, content) => {
  const file = join(emptyFolder(), "start.lock");
  writeFileSync(file, `${content}\n`);
  expect(lockHolder(file)).toBeUndefined();
  expect(takeLock(file)).toBeTypeOf("function");
});
