import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** The tests that a table names: a file, a colon and the title. */
const readRows = (document: string) =>
  readFileSync(`docs/reference/${document}`, "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, file, title] = /^\|[^|]*\| `([^`]+)`: (.*?)\s*\|$/.exec(line) ?? [];
      return file && title ? [[title, file] as const] : [];
    });

describe.each([
  ["price-traps.md", 30],
  ["ui-promises.md", 26],
])("%s", (document, atLeast) => {
  const rows = readRows(document);

  test("has a row for each", () => {
    expect(rows.length).toBeGreaterThanOrEqual(atLeast);
  });

  test.each(rows)("a test is called “%s”", (title, file) => {
    const source = readFileSync(file, "utf8");
    expect(source.includes(`"${title}"`) || source.includes(`\`${title}\``)).toBe(true);
  });
});
