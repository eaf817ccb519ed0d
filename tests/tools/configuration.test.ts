import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { variableNames } from "../../lib/env.ts";

/** Programs that a reader runs elsewhere have settings of their own. */
const isExample = (file: string) => file.startsWith("docs/examples/");

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, "utf8");
const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name]) => name!);

const documented = namesIn(read("docs/reference/configuration.md"), /^\| `([A-Z][A-Z_]+)`/gm);
const example = namesIn(read(".env.example"), /^#([A-Z][A-Z_]+)=/gm);

/** Variables set only by npm, Node, the system or another program. */
const GIVEN =
  "AUTH_TRUST_HOST CI HOME INIT_CWD NEXTAUTH_URL NEXT_OTEL_FETCH_DISABLED NEXT_PRIVATE_WORKER NEXT_RUNTIME NODE_ENV PATH TMPDIR TZ".split(
    " ",
  );

/** The sources, tests included. */
function sources(): string[] {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && !/^(\.|node_modules|test-results|dist$)/.test(entry.name),
    )
    .flatMap(({ name }) =>
      readdirSync(root + name, { recursive: true, encoding: "utf8" }).map(
        (file) => `${name}/${file}`,
      ),
    );
  const isBuilt = (file: string) => file === "curtail-bridge.mjs";
  return [...readdirSync(root), ...folders].filter(
    (file) => /\.(ts|tsx|mjs)$/.test(file) && !isBuilt(file) && !isExample(file),
  );
}

/** Every variable that is read by its name somewhere. */
function namesInCode(): string[] {
  const found = sources().flatMap((file) => {
    const text = read(file);
    const lists = namesIn(text, /\{([A-Z_, ]+)\} = process\.env\b/g);
    return [
      ...namesIn(text, /process\.env\.([A-Z][A-Z_]+)/g),
      ...lists.flatMap((list) => list.match(/[A-Z_]+/g) ?? []),
    ];
  });
  return [...new Set(found)].filter((name) => !GIVEN.includes(name));
}

test("the configuration page describes every variable once", () => {
  expect(documented.filter((name, index) => documented.indexOf(name) !== index)).toEqual([]);
  expect([...variableNames, ...namesInCode()].filter((name) => !documented.includes(name))).toEqual(
    [],
  );
});

test("the configuration page describes no unused variable", () => {
  const known = new Set([...variableNames, ...namesInCode()]);
  expect(documented.filter((name) => !known.has(name))).toEqual([]);
});

test("the example file lists the variables of the configuration page in its order", () => {
  expect(example).toEqual(documented);
});
