import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const rows = readFileSync("docs/reference/price-traps.md", "utf8")
  .split("\n")
  .flatMap((line) => {
    const [, file, title] = /^\|[^|]*\| `([^`]+)`: (.*?)\s*\|$/.exec(line) ?? [];
    return file && title ? [[title, file] as const] : [];
  });

test("the table of traps has a row for each", () => {
  expect(rows.length).toBeGreaterThan(30);
});

test.each(rows)("a test is called “%s”", (title, file) => {
  expect(readFileSync(file, "utf8")).toContain(`"${title}"`);
});
