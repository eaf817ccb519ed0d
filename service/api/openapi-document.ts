import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { OpenAPIHono } from "@hono/zod-openapi";
import {
  operations,
  PROBLEM_TYPE,
  type EventType,
  webhookEventTexts,
  type OperationId,
  type Problem,
} from "../../lib/contract/index.ts";
import { descriptions, tagDescriptions } from "../../lib/contract/descriptions.ts";
import { toOpenApiRoute, toWebhookRoute } from "./openapi-route.ts";

/** A call that the service answered, and what it refused; `problems` has names by status. */
export interface RecordedExample {
  /** The sent path, query and header parameters, by name. */
  parameters: Record<string, string | number>;
  body?: unknown;
  answer: unknown;
  problems: Record<string, string[]>;
}

/** Examples as `tests/tools/openapi-examples.test.ts` records them from a running service. */
export interface RecordedExamples {
  problems: Record<string, Problem>;
  operations: Partial<Record<OperationId, RecordedExample>>;
}

interface MediaType {
  schema?: unknown;
  example?: unknown;
  examples?: Record<string, { value?: unknown; $ref?: string }>;
}

/** The part of the document that is completed here. */
interface DocumentedOperation {
  operationId: OperationId;
  description?: string;
  parameters?: { name: string; example?: unknown }[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, { content?: Record<string, MediaType> }>;
}

/** The OpenAPI document of the service. */
export interface ApiDocument {
  openapi: string;
  tags: { name: string; description?: string }[];
  servers: { url: string; description: string }[];
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: Record<string, Record<string, unknown>>;
}

const about = {
  openapi: "3.1.0",
  info: {
    title: "Curtail: energy flexibility control service",
    version: "1",
    summary: "Watch and control solar roofs and home batteries per quarter-hour",
    description: [
      "Powers are kW of net injection at the connection point, production positive, averaged over the interval. Intervals are 15 minutes, half-open: the start is included, the end is not. Energy is kWh, prices are EUR/MWh, amounts are euros.",
      "Times are ISO 8601; answers have an offset, and a time without one is read as UTC. `isp` is the number of a quarter-hour within the local day of Europe/Amsterdam, from 1: a day has 96 of them, or 92 or 100 when the clock changes.",
      "Send an API key in `X-API-Key`. Each operation names the scope it needs. Errors are `application/problem+json` (RFC 9457): they name the field and what would be right. Send an `Idempotency-Key` with every change, and the same one with a retry.",
      "Operations tagged `extension` are not part of the original interface document. The examples were recorded from a running service.",
    ].join("\n\n"),
    license: { name: "Apache-2.0", identifier: "Apache-2.0" },
  },
  security: [{ ApiKey: [] }],
};

/**
 * The OpenAPI document of every operation.
 * @param publicUrl the address under which programs reach the service; null if it is not configured
 */
export function createDocument(
  publicUrl: string | null,
  examples: RecordedExamples | null,
): ApiDocument {
  const app = new OpenAPIHono();
  app.openAPIRegistry.registerComponent("securitySchemes", "ApiKey", {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
  });
  for (const key of Object.keys(operations) as OperationId[])
    app.openAPIRegistry.registerPath(toOpenApiRoute(key, operations[key]));
  for (const type of Object.keys(webhookEventTexts) as EventType[])
    app.openAPIRegistry.registerWebhook(toWebhookRoute(type));
  const document = {
    ...app.getOpenAPI31Document(about),
    servers: toServers(publicUrl),
    tags: toTags(),
  } as unknown as ApiDocument;
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path)))
    describeOperation(operation, examples?.operations[operation.operationId]);
  if (examples)
    document.components.examples = Object.fromEntries(
      Object.entries(examples.problems).map(([name, value]) => [name, { value }]),
    );
  return document;
}

const toServers = (publicUrl: string | null): ApiDocument["servers"] => [
  { url: publicUrl ?? "/", description: "This service" },
];

function toTags() {
  const used = new Set(Object.values(operations).map(({ tag }) => tag));
  return [...used, "extension"].map((name) => ({
    name,
    ...(tagDescriptions[name] && { description: tagDescriptions[name] }),
  }));
}

function describeOperation(operation: DocumentedOperation, example?: RecordedExample): void {
  const { operationId, parameters = [], requestBody, responses } = operation;
  const text = descriptions[operationId];
  const scope = `Scope: \`${operations[operationId].scope}\`.`;
  operation.description = text ? `${text}\n\n${scope}` : scope;
  if (!example) return;
  for (const parameter of parameters)
    if (Object.hasOwn(example.parameters, parameter.name))
      parameter.example = example.parameters[parameter.name];
  const body = requestBody?.content["application/json"];
  if (body) body.example = example.body;
  responses[200]!.content!["application/json"]!.example = example.answer;
  for (const [status, names] of Object.entries(example.problems)) {
    const media = responses[status]?.content?.[PROBLEM_TYPE];
    if (!media) continue;
    media.examples = Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/examples/${name}` }]),
    );
  }
}

const BUILT_FILE = new URL("./openapi.json", import.meta.url);

async function assemble(): Promise<string> {
  const { default: examples } = await import("./openapi-examples.json", {
    with: { type: "json" },
  });
  return JSON.stringify(createDocument(null, examples as unknown as RecordedExamples));
}

/** Stores the document beside this built program; the build calls it, as assembling takes 0.2 s. */
export async function storeDocument(): Promise<void> {
  await writeFile(BUILT_FILE, await assemble());
}

let served: { publicUrl: string | null; json: string } | undefined;

/** The document as JSON: as stored by the build, or assembled at the first request. */
export async function openApiJson(publicUrl: string | null): Promise<string> {
  if (served?.publicUrl === publicUrl) return served.json;
  const json = existsSync(BUILT_FILE) ? await readFile(BUILT_FILE, "utf8") : await assemble();
  const [own, given] = [null, publicUrl].map((url) => JSON.stringify(toServers(url)));
  served = { publicUrl, json: json.replace(`"servers":${own}`, () => `"servers":${given}`) };
  return served.json;
}
