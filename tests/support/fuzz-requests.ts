import fc from "fast-check";
import type { OperationId } from "../../lib/contract/index.ts";
import { hostileValue, named, nearly, allowed, type Schema, type Schemas } from "./fuzz-values.ts";

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: Schema;
}

interface Described {
  operationId: OperationId;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

/** The parts of an OpenAPI document that requests are generated from. */
export interface ApiDocument {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Schemas };
}

/** A request to an operation, before existing ids are inserted. */
export interface FuzzRequest {
  operation: OperationId;
  method: string;
  path: string;
  /** The path parameters by name. */
  params: Record<string, string>;
  query: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** The documented responses: the media types of each status. */
  answers: Record<string, string[]>;
}

const kinds = fc.oneof(
  { weight: 5, arbitrary: fc.constant("valid" as const) },
  { weight: 3, arbitrary: fc.constant("nearly" as const) },
  { weight: 2, arbitrary: fc.constant("hostile" as const) },
);

/** Any request to any operation of a document: valid, nearly valid or hostile. */
export function anyRequest(document: ApiDocument, nowMs: number): fc.Arbitrary<FuzzRequest> {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) =>
      requestTo({ path, method, described }, document.components.schemas, nowMs),
    ),
  );
  return fc.oneof(...all);
}

interface Place {
  path: string;
  method: string;
  described: Described;
}

function requestTo({ path, method, described }: Place, schemas: Schemas, nowMs: number) {
  const { operationId: operation, parameters = [], requestBody, responses } = described;
  const answers = Object.fromEntries(
    Object.entries(responses).map(([status, one]) => [status, Object.keys(one.content ?? {})]),
  );
  const of = (place: Parameter["in"]) =>
    parametersOf(
      parameters.filter((one) => one.in === place),
      schemas,
      nowMs,
    );
  return fc
    .record({
      params: of("path"),
      query: of("query"),
      headers: of("header"),
      body: bodyOf(requestBody?.content["application/json"]?.schema, schemas, nowMs),
    })
    .map(({ params, query, headers, body }): FuzzRequest => ({
      operation,
      method: method.toUpperCase(),
      path: path.replace(/\{(\w+)\}/g, (_, name: string) => inPath(params[name] ?? "")),
      params,
      query: new URLSearchParams(query).toString(),
      headers: { ...asHeaders(headers), ...body?.headers },
      body: body?.text,
      answers,
    }));
}

/** Texts for parameters: mostly as described, sometimes arbitrary. */
function parametersOf(parameters: Parameter[], schemas: Schemas, nowMs: number) {
  const fields = parameters.map((one): [string, fc.Arbitrary<string>] => {
    const right = named(one.name, one.schema, schemas, nowMs);
    const any = fc.oneof({ weight: 8, arbitrary: right }, { weight: 1, arbitrary: hostileValue });
    return [one.name, any.map(asText)];
  });
  const requiredKeys = parameters.filter((one) => one.required).map(({ name }) => name);
  return fc.record<Record<string, string>>(Object.fromEntries(fields), { requiredKeys });
}

const asText = (value: unknown) =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

/** A token stays as it is; a segment of dots would be another path. */
function inPath(text: string): string {
  if (/^@@\w+:\d+@@$/.test(text)) return text;
  const written = encodeURIComponent(text.toWellFormed());
  return /^(\.|\.\.|)$/.test(written) ? "%20" : written;
}

/** Only characters that a header can carry. */
function asHeaders(headers: Record<string, string>): Record<string, string> {
  const sent = Object.entries(headers).filter(([, value]) => /^[\x20-\x7e\x80-\xff]*$/.test(value));
  return Object.fromEntries(sent);
}

const JSON_TYPE = { "Content-Type": "application/json" };
const broken = fc.constantFrom(
  "",
  "{",
  "[".repeat(20_000),
  '{"a":1e400}',
  '{"name":"\\ud800"}',
  "\u0000",
  `{"name":"${"x".repeat(1_100_000)}"}`,
  '{"__proto__":{"admin":true}}',
  "null",
  '"text"',
);

function bodyOf(schema: Schema | undefined, schemas: Schemas, nowMs: number) {
  if (!schema) return fc.constant(undefined);
  const right = allowed(schema, schemas, nowMs);
  const json = (value: unknown) => ({ headers: { ...JSON_TYPE }, text: JSON.stringify(value) });
  const texts = fc.oneof(broken, fc.string());
  const types = fc.constantFrom<Record<string, string>>(
    JSON_TYPE,
    {},
    { "Content-Type": "text/plain" },
    { "Content-Type": "application/json; charset=utf-16" },
    { "Content-Type": "multipart/form-data" },
  );
  return kinds.chain((kind) => {
    if (kind === "valid") return right.map(json);
    if (kind === "nearly") return nearly(right).map(json);
    return fc.oneof(
      hostileValue.map(json),
      fc.record({ headers: types, text: texts }),
    ) as fc.Arbitrary<{ headers: Record<string, string>; text: string }>;
  });
}
