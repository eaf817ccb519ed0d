import { readFile, writeFile } from "node:fs/promises";
import { register } from "node:module";
import { fileURLToPath } from "node:url";
import { createDocument, type ApiDocument } from "../service/api/openapi-document.ts";

const FILE = fileURLToPath(new URL("../packages/client/src/schema.ts", import.meta.url));
const HEADER = `// Generated from the OpenAPI document of the service by \`npm run client\`. Do not edit.\n\n`;

// openapi-typescript prints with the API of TypeScript 5, which TypeScript 7 no longer has.
register(
  `data:text/javascript,${encodeURIComponent(
    'export const resolve = (name, context, next) => next(name === "typescript" ? "typescript-5" : name, context);',
  )}`,
);

const all = ({ paths }: ApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** Only what succeeds: the client throws every error as a problem. Headers are not typed. */
function withoutErrors(document: ApiDocument): ApiDocument {
  for (const { operation } of all(document)) {
    const { headers: _headers, ...success } = operation.responses[200] as Record<string, unknown>;
    operation.responses = { 200: success as never };
  }
  return document;
}

/** Method and path of each operation, by its name. */
const routes = (document: ApiDocument) =>
  all(document)
    .map(({ path, method, operation: { operationId } }) => {
      return `    ${operationId}: [${JSON.stringify(method.toUpperCase())}, ${JSON.stringify(path)}],`;
    })
    .sort();

/** The types of the document, as TypeScript. */
async function generate(): Promise<string> {
  const { default: openapiTS, astToString } = await import("openapi-typescript");
  const document = withoutErrors(createDocument(null, null));
  const nodes = await openapiTS(document as never, {
    alphabetize: true,
    // A field with a default may be left out of a request.
    defaultNonNullable: false,
  });
  const table = `/** Method and path of each operation. */\nexport const routes = {\n${routes(document).join("\n")}\n} as const;\n`;
  return HEADER + astToString(nodes) + table;
}

const text = await generate();
if (process.argv.includes("--check")) {
  const current = await readFile(FILE, "utf8").catch(() => "");
  if (current !== text) {
    console.error("packages/client/src/schema.ts is not of this contract: run npm run client");
    process.exitCode = 1;
  }
} else {
  await writeFile(FILE, text);
}
