import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import {
  boundErrors,
  MAX_DETAIL_LENGTH,
  MAX_ERRORS,
  truncate,
} from "../../lib/contract/problem.ts";
import {
  NOTHING_DONE,
  PROBLEM_TYPE,
  type Problem,
  biddingZone,
  type BiddingZone,
} from "../../lib/contract/index.ts";
import { isDatabaseUnavailable } from "../../lib/database/is-database-unavailable.ts";
import { respond } from "./respond.ts";

const kinds = {
  malformed: [400, "Malformed request"],
  unauthenticated: [401, "API key needed"],
  forbidden: [403, "Not allowed with this key"],
  not_found: [404, "Not found"],
  method_not_allowed: [405, "Method not allowed"],
  conflict: [409, "Conflict"],
  too_large: [413, "Body too large"],
  unsupported_media_type: [415, "Unsupported media type"],
  invalid: [422, "Invalid value"],
  too_many: [429, "Too many requests"],
  unavailable: [503, "Temporarily unavailable"],
  internal: [500, "Internal error"],
} as const satisfies Record<string, readonly [ContentfulStatusCode, string]>;

/** Every problem by its stable code; the status is derived from the code only here. */
export type ProblemKind = keyof typeof kinds;
/** The invalid part of a request, and the expected value. */
export type Fault = NonNullable<Problem["errors"]>[number];

/** An error response, thrown where it arises and sent by the app's error handler. */
export class ApiProblem extends Error {
  constructor(
    readonly kind: ProblemKind,
    readonly detail: string,
    readonly errors?: Fault[],
    readonly headers: Record<string, string> = {},
    readonly code?: string,
  ) {
    super(detail);
  }
}

/** The status of an error as a response. */
export const getStatus = (thrown: unknown): number => kinds[toApiProblem(thrown).kind][0];

/** A 404 for a missing resource. */
export const unknown = (noun: string) =>
  new ApiProblem("not_found", `There is no ${noun} with this id.`);

/** A 422 with the invalid fields. */
export const invalid = (errors: Fault[]) =>
  new ApiProblem("invalid", toProblemErrors(errors), errors);

const toProblemErrors = (errors: Fault[]) =>
  errors
    .slice(0, MAX_ERRORS)
    .map(({ pointer, detail }) => `${pointer} ${detail}`)
    .join("; ");

/** The client closed the connection while sending, so no response is read. */
const isAborted = (error: unknown) =>
  error instanceof Error && /^aborted$|was aborted/.test(error.message);

function fromHono({ status, message }: HTTPException): ApiProblem {
  const kind = (Object.keys(kinds) as ProblemKind[]).find((key) => kinds[key][0] === status);
  return new ApiProblem(kind ?? "malformed", message || "The request cannot be read.");
}

/** The problem for an unavailable database; it states whether a change may have taken effect. */
const databaseUnavailable = (committing: boolean) =>
  new ApiProblem(
    "unavailable",
    committing
      ? "The database cannot be reached right now. Check whether the change was made before repeating it."
      : "The database cannot be reached right now. Nothing was changed.",
    undefined,
    { "Retry-After": "5" },
    committing ? undefined : NOTHING_DONE,
  );

/**
 * Turns any thrown value into a problem; an unexpected error becomes `internal` without details.
 * @param committing whether a change may have taken effect before
 */
export function toApiProblem(thrown: unknown, committing = false): ApiProblem {
  if (thrown instanceof ApiProblem) return thrown;
  if (thrown instanceof HTTPException) return fromHono(thrown);
  if (isAborted(thrown)) return new ApiProblem("malformed", "The body is incomplete.");
  if (isDatabaseUnavailable(thrown)) return databaseUnavailable(committing);
  return new ApiProblem(
    "internal",
    "Something went wrong in the service. It was logged; quote the request ID if you report it.",
  );
}

/** Sends a problem as RFC 9457 with the request id. */
export function answerProblem(c: Context, thrown: ApiProblem): Response {
  const [status, title] = kinds[thrown.kind];
  const body: Problem = {
    type: `urn:curtail:problem:${thrown.kind.replaceAll("_", "-")}`,
    title,
    status,
    detail: truncate(thrown.detail, MAX_DETAIL_LENGTH),
    ...(thrown.code && { code: thrown.code }),
    ...(thrown.errors && boundErrors(thrown.errors)),
    request_id: c.get("requestId"),
  };
  return respond(c, JSON.stringify(body), status, {
    "Content-Type": PROBLEM_TYPE,
    ...thrown.headers,
  });
}

/** The bidding zone in a path. @throws ApiProblem 404 for an unknown zone. */
export function parseBiddingZone(id: string): BiddingZone {
  const zone = biddingZone.safeParse(id);
  if (!zone.success) throw unknown("bidding zone");
  return zone.data;
}
