import { createRoute, z } from "@hono/zod-openapi";
import {
  noBody,
  problem,
  PROBLEM_TYPE,
  toCloudEvent,
  webhookEventTexts,
  type EventType,
  type Operation,
  type OperationId,
} from "../../lib/contract/index.ts";

const rates = {
  "RateLimit-Policy": {
    description: "How many requests with this key are taken (q) within how many seconds (w)",
    schema: { type: "string" as const },
  },
  RateLimit: {
    description: "How many are left of them (r), and in how many seconds there is one more (t)",
    schema: { type: "string" as const },
  },
};
const problemAnswer = (description: string) => ({
  description,
  content: { [PROBLEM_TYPE]: { schema: problem } },
});
const shared = {
  401: problemAnswer("Missing or invalid key"),
  403: problemAnswer("The key may not do this"),
  429: {
    ...problemAnswer("Too many requests with this key, or from this address"),
    headers: {
      "Retry-After": { description: "Seconds", schema: { type: "integer" as const } },
      ...rates,
    },
  },
  500: problemAnswer("Internal error"),
  503: problemAnswer("Temporarily unavailable"),
};
const changeProblems = { 409: problemAnswer("Conflict") };
const pathProblems = { 404: problemAnswer("Unknown id") };
const inputProblems = { 422: problemAnswer("Invalid value") };
const bodyProblems = {
  400: problemAnswer("Malformed JSON"),
  413: problemAnswer("Body over 1 MiB"),
  415: problemAnswer("Not JSON"),
};
const totals = {
  "X-Total-Count": { description: "Items in all pages", schema: { type: "integer" as const } },
  Link: { description: "first, prev, next, last (RFC 8288)", schema: { type: "string" as const } },
};

const replays = {
  "Idempotent-Replay": {
    description: "`true`: nothing was done, this is what the same key was answered before",
    schema: { type: "string" as const },
  },
};
const tag = {
  ETag: { description: "Of the content, for If-None-Match", schema: { type: "string" as const } },
};
/** Operations whose answer has a tag. */
const tagged: ReadonlySet<OperationId> = new Set<OperationId>([
  "getBiddingZoneHistorical",
  "getBiddingZoneCoverage",
  "getGroupHistorical",
]);
/** Whether an operation accepts headers. */
export const takesHeaders = ({ headers }: Operation) => Object.keys(headers.shape).length > 0;
/** Whether the path of an operation has parameters. */
export const takesParams = ({ path }: Operation) => path.includes("{");

/** Whether an operation has input besides its path, which may be invalid. */
const takesInput = (operation: Operation) =>
  operation.body !== noBody ||
  Object.keys(operation.query.shape).length > 0 ||
  takesHeaders(operation);

const signature = z.object({
  "webhook-id": z.string().meta({ description: "The id of the event, the same at each attempt" }),
  "webhook-timestamp": z.string().meta({ description: "When it was sent, in Unix seconds" }),
  "webhook-signature": z.string().meta({
    description:
      "Standard Webhooks: `v1,` and a signature; two with a space while a secret is rotated",
  }),
});

/** An event that the service posts to webhooks, for the OpenAPI document. */
export const toWebhookRoute = (type: EventType) => ({
  method: "post" as const,
  path: type,
  operationId: type.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase()),
  summary: webhookEventTexts[type],
  description: `${webhookEventTexts[type]} See \`createWebhook\`.`,
  tags: ["webhooks"],
  security: [],
  request: {
    headers: signature,
    body: {
      required: true,
      content: { "application/cloudevents+json": { schema: toCloudEvent(type) } },
    },
  },
  responses: {
    "2XX": { description: "Received; the body is not read" },
    default: { description: "Sent again later; 410 switches the webhook off" },
  },
});

/** The route of an operation for the OpenAPI document and for Hono. */
export function toOpenApiRoute(key: OperationId, operation: Operation) {
  const hasBody = operation.body !== noBody;
  return createRoute({
    operationId: key,
    method: operation.method,
    path: operation.path,
    summary: operation.summary,
    tags: operation.extension ? [operation.tag, "extension"] : [operation.tag],
    security: [{ ApiKey: [operation.scope] }],
    request: {
      ...(takesParams(operation) && { params: operation.params }),
      query: operation.query,
      ...(takesHeaders(operation) && { headers: operation.headers }),
      ...(hasBody && {
        body: { required: true, content: { "application/json": { schema: operation.body } } },
      }),
    },
    responses: {
      200: {
        description: "Success",
        content: { "application/json": { schema: operation.response } },
        headers: {
          ...rates,
          ...(operation.paged && totals),
          ...(operation.changes && replays),
          ...(tagged.has(key) && tag),
        },
      },
      ...(tagged.has(key) && {
        304: { description: "Not changed since the tag in If-None-Match" },
      }),
      ...shared,
      ...(takesParams(operation) && pathProblems),
      ...(takesInput(operation) && inputProblems),
      ...(operation.changes && changeProblems),
      ...(hasBody && bodyProblems),
    },
  });
}
