import {
  KEY_RUNNING,
  NOTHING_DONE,
  operations,
  problem,
  type OperationId,
  type Problem,
} from "../../contract/index.ts";
import { truncate } from "../../contract/problem.ts";
import { PortalError } from "../context/errors.ts";
import { readJson } from "./response-parser.ts";
import type { Failure } from "./retry.ts";
import { isChange, toFaulty, toUnknownOutcome } from "./transport-errors.ts";
import { discardBody, type UpstreamResponse } from "./upstream.ts";

const PROBLEM_BYTES = 64 * 1024;
const TEXT_LENGTH = 300;
const MAX_VALUES = 5;

/** Statuses whose body has details. */
const statusesWithProblem = new Set([400, 403, 409, 422, 429, 503]);
/** Statuses that only a working service sends. */
const healthyStatuses = new Set([400, 404, 409, 422]);
/** Statuses of a gateway, where a retry may get through. */
const gatewayStatuses = new Set([502, 504]);
/** Statuses that may carry Retry-After. */
const retryAfterStatuses = new Set([429, 503]);

/** Maps a response other than 2xx to an error and to what it shows about the service. */
export async function toUpstreamFailure(
  operation: OperationId,
  response: UpstreamResponse,
  apiKey: string,
  requestId: string,
): Promise<Failure> {
  const { status, headers } = response;
  const retryAfter = /^\d{1,6}$/.exec(headers.get("Retry-After") ?? "")?.[0];
  const hasRetryAfter = retryAfterStatuses.has(status) && retryAfter !== undefined;
  const error = await toError(operation, response, apiKey, requestId);
  if (error.problem.code === KEY_RUNNING) {
    return { error, health: "healthy", retryAfterMs: error.retryAfter! * 1000, isRunning: true };
  }
  return {
    error,
    health: status >= 500 ? "failing" : healthyStatuses.has(status) ? "healthy" : "unclear",
    retryAfterMs: gatewayStatuses.has(status)
      ? 0
      : hasRetryAfter
        ? Number(retryAfter) * 1000
        : null,
  };
}

/** The status determines the text. */
async function toError(
  operation: OperationId,
  response: UpstreamResponse,
  apiKey: string,
  requestId: string,
): Promise<PortalError> {
  const problem = statusesWithProblem.has(response.status)
    ? await readProblem(response, apiKey)
    : null;
  discardBody(response);
  switch (response.status) {
    case 401:
    case 403: {
      const detail = "The portal's API key is not accepted. Contact your administrator.";
      return new PortalError("service-refused-portal", detail, requestId, {
        code: pickCode("key-limited", problem),
      });
    }
    case 404:
      return new PortalError("not-found", getNotFoundText(operation), requestId);
    case 409:
      if (problem?.code === KEY_RUNNING) return toRequestRunning(response, requestId);
      return toClientError(
        "conflict",
        "Reload the page to see the current situation.",
        problem,
        requestId,
      );
    case 400:
    case 422:
      return toClientError(
        "invalid",
        "The service does not accept these values.",
        problem,
        requestId,
      );
    case 429:
      return new PortalError(
        "too-many-requests",
        "The service limits its requests. Wait a moment before you try again.",
        requestId,
        {
          code: pickCode("rate-limited", problem),
          retryAfter: parseRetryAfter(response.headers.get("Retry-After")),
        },
      );
  }
  if (response.status >= 500) return toServerError(operation, response.status, problem, requestId);
  const redirected = response.status < 400;
  return redirected && isChange(operation)
    ? toUnknownOutcome(operation, requestId, 502)
    : toFaulty(requestId);
}

/** The service is still processing the same request. */
const toRequestRunning = ({ headers }: UpstreamResponse, requestId: string) =>
  new PortalError(
    "conflict",
    "The same request is still under way. Ask again in a moment.",
    requestId,
    { code: KEY_RUNNING, retryAfter: parseRetryAfter(headers.get("Retry-After") ?? "1") },
  );

/** Only a 503 with this code guarantees that nothing was done. */
function toServerError(
  operation: OperationId,
  status: number,
  problem: Problem | null,
  requestId: string,
): PortalError {
  const refused = status === 503 && problem?.code === NOTHING_DONE;
  if (isChange(operation) && !refused) {
    return toUnknownOutcome(operation, requestId, status === 504 ? 504 : 502);
  }
  if (status === 503) {
    return new PortalError(
      "unavailable",
      "It is busy or starting. Try again in a moment.",
      requestId,
    );
  }
  if (status === 504) {
    return new PortalError("service-silent", "Try again in a moment.", requestId);
  }
  return new PortalError(
    "service-faulty",
    "The fault is in the service. Try again later.",
    requestId,
  );
}

/** Passes on which value is wrong, and why, from a well-formed problem. */
function toClientError(
  kind: "conflict" | "invalid",
  text: string,
  problem: Problem | null,
  requestId: string,
): PortalError {
  const errors = problem?.errors?.map((error) => ({
    pointer: shorten(error.pointer),
    detail: shorten(error.detail),
    ...toCodeAndValues(error),
  }));
  const detail = problem && problem.detail.trim() !== "" ? shorten(problem.detail) : text;
  return new PortalError(kind, detail, requestId, {
    code: toCode(problem?.code),
    ...(errors && { errors, errorCount: Math.max(errors.length, problem?.error_count ?? 0) }),
  });
}

/** Passes on this code only: another code has its own meaning in the portal. */
const pickCode = (code: string, problem: Problem | null) =>
  problem?.code === code ? code : undefined;

const toCode = (code: string | undefined) =>
  code !== undefined && /^[a-z-]{1,40}$/.test(code) ? code : undefined;

/** The code and values of an error, if they are well-formed. */
function toCodeAndValues({ code, values }: NonNullable<Problem["errors"]>[number]) {
  if (toCode(code) === undefined) return {};
  const pairs = Object.entries(values ?? {}).slice(0, MAX_VALUES);
  return {
    code,
    values: Object.fromEntries(
      pairs.map(([name, value]) => [name, typeof value === "string" ? shorten(value) : value]),
    ),
  };
}

const shorten = (text: string) => truncate(text, TEXT_LENGTH);

async function readProblem(response: UpstreamResponse, apiKey: string): Promise<Problem | null> {
  try {
    return problem.parse(await readJson(response, PROBLEM_BYTES, apiKey));
  } catch {
    return null;
  }
}

/** Seconds from 1 to 3600; 5 if the header has no number of seconds. */
function parseRetryAfter(header: string | null): number {
  const seconds = /^\d{1,6}$/.test(header ?? "") ? Number(header) : 5;
  return Math.min(Math.max(seconds, 1), 3600);
}

const getNotFoundText = (operation: OperationId) =>
  operations[operation].path.includes("{")
    ? "Nothing exists with this ID."
    : "The service does not have this.";
