import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const text = readFileSync(at("SECURITY.md"), "utf8");
const promised = text.slice(text.indexOf("## What we promise"), text.indexOf("## What we do not"));

/** The rows of the tables of promises, without their headings. */
const rows = promised
  .split("\n")
  .filter((line) => line.startsWith("|") && !/^\| *(promise|-+)/.test(line));
const PROOF = /`(tests\/[\w./-]+)`: "(.+)" *\|$/;

/** Titles of a test file, as they are written: the text after `test(`, `it(` or one of their kinds. */
function titlesOf(file: string): string[] {
  const source = readFileSync(at(file), "utf8");
  const titles = source.matchAll(/(?:\(|\)\()\s*(["'`])((?:(?!\1)[^\n])+)\1,\s*(?:async )?\(/g);
  return [...titles].map(([, , title]) => title!);
}

test("every promise names the test that proves it", () => {
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter((row) => !PROOF.test(row))).toEqual([]);
});

test.each(rows.map((row) => row.match(PROOF)!.slice(1) as [string, string]))(
  "%s has the test “%s”",
  (file, title) => {
    expect(existsSync(at(file))).toBe(true);
    expect(titlesOf(file)).toContain(title);
  },
);

test("threats, exclusions and the reporting address are described", () => {
  for (const heading of ["Threats", "What we do not promise", "How to report"])
    expect(text).toContain(`\n## ${heading}\n`);
});
