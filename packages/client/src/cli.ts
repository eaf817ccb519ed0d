#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { createClient, ProblemError, type OperationId } from "./index.ts";
import { routes } from "./schema.ts";

const USAGE = `curtail OPERATION [--NAME VALUE …] [--body JSON | --body @FILE | --body -] [--all]

  curtail listControls --page_size 5
  curtail controlGroup --group_id grp_1 --type ZERO_EXPORT --Control-Reason grid
  curtail listLocations --all

Names are those of the API reference. What is in the path or a header goes there; other values
are the query of a read and the body of a change. CURTAIL_URL and CURTAIL_KEY are the address of
the service and your key. A retry with the same --Idempotency-Key changes nothing twice.

Operations:
`;

/** Header parameters begin with a capital letter, no other parameter does. */
const isHeader = (name: string) => /^[A-Z]/.test(name);

/** A value as JSON where it is some, otherwise as text. */
function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function readBody(text: string): unknown {
  const source = text === "-" ? readFileSync(0, "utf8") : text;
  return JSON.parse(source.startsWith("@") ? readFileSync(source.slice(1), "utf8") : source);
}

/** The named values of the command line. @throws Error for one without a name or value */
function parseOptions(args: string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (let i = 0; i < args.length; i += 1) {
    const [, name, inline] = args[i]!.match(/^--([\w-]+)(?:=(.*))?$/s) ?? [];
    if (!name) throw new Error(`${args[i]} is no option: write --name value`);
    const value = inline ?? (name === "all" ? "true" : args[(i += 1)]);
    if (value === undefined) throw new Error(`--${name} needs a value`);
    values.set(name, value);
  }
  return values;
}

function toInput(operation: OperationId, options: Map<string, string>) {
  const [method, template] = routes[operation];
  const path: Record<string, string> = {};
  const header: Record<string, string> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of options) {
    if (template.includes(`{${name}}`)) path[name] = value;
    else if (isHeader(name)) header[name] = value;
    else if (name !== "body" && name !== "all") rest[name] = parseValue(value);
  }
  const missing = [...template.matchAll(/\{(\w+)\}/g)].filter(([, name]) => !path[name!]);
  if (missing.length > 0) throw new Error(`--${missing[0]![1]} is needed for ${template}`);
  if (method === "GET") return { path, header, query: rest };
  const given = options.get("body");
  const body = given === undefined ? rest : { ...(readBody(given) as object), ...rest };
  return { path, header, ...(method === "POST" && { body }) };
}

async function run(args: string[]): Promise<void> {
  const [operation, ...rest] = args;
  if (!operation || operation === "--help" || operation === "help") {
    const names = Object.entries(routes).map(
      ([name, [method, path]]) => `  ${name.padEnd(32)} ${method} ${path}`,
    );
    console.log(USAGE + names.join("\n"));
    return;
  }
  if (!(operation in routes))
    throw new Error(`There is no operation ${operation}: see curtail --help`);
  const { CURTAIL_URL: baseUrl, CURTAIL_KEY: apiKey } = process.env;
  if (!baseUrl || !apiKey) throw new Error("Set CURTAIL_URL and CURTAIL_KEY");
  const curtail = createClient({ baseUrl, apiKey });
  const options = parseOptions(rest);
  const input = toInput(operation as OperationId, options) as never;
  const items = (curtail.all as unknown as (...given: unknown[]) => AsyncGenerator)(
    operation,
    input,
  );
  if (options.has("all")) for await (const item of items) console.log(JSON.stringify(item));
  else {
    const call = curtail[operation as OperationId] as (given: unknown) => Promise<unknown>;
    console.log(JSON.stringify(await call(input), null, 2));
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof ProblemError) console.error(JSON.stringify(error.problem, null, 2));
  else console.error((error as Error).message);
  process.exitCode = 1;
}
