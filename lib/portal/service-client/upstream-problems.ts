import {
  KEY_RUNNING,
  NOTHING_DONE,
  operations,
  problem,
  type OperationId,
  type Problem,
} from "../../contract/index.ts";
import { truncate } from "../../contract/bound-errors.ts";
import { PortalError } from "../context/errors.ts";
import { leave, readJson } from "./response-parser.ts";
import type { Failure } from "./retry.ts";
import { changes, faulty, unknownOutcome } from "./transport-errors.ts";

const PROBLEM_BYTES = 64 * 1024;
const TEXT_LENGTH = 300;
const MOST_VALUES = 5;

/** Statuses whose body tells more than they do. */
const telling = new Set([400, 403, 409, 422, 429, 503]);
/** Statuses that only a service that is there and well gives. */
const ofOneThatAnswers = new Set([400, 404, 409, 422]);
/** Statuses of something between, whose next try may get through. */
const between = new Set([502, 504]);
/** Statuses that say when to ask again, where they do. */
const later = new Set([429, 503]);

/** Turns an answer other than 2xx into an error of ours, and what it tells of the service. */
export async function refusedCall(
  operation: OperationId,
  response: Response,
  apiKey: string,
  requestId: string,
): Promise<Failure> {
  const { status, headers } = response;
  const retryAfter = /^\d{1,6}$/.exec(headers.get("Retry-After") ?? "")?.[0];
  const saysWhen = later.has(status) && retryAfter !== undefined;
  const error = await refusal(operation, response, apiKey, requestId);
  if (error.problem.code === KEY_RUNNING) {
    return { error, sign: "answers", againMs: error.retryAfter! * 1000, isUnderWay: true };
  }
  return {
    error,
    sign: status >= 500 ? "fails" : ofOneThatAnswers.has(status) ? "answers" : "unclear",
    againMs: between.has(status) ? 0 : saysWhen ? Number(retryAfter) * 1000 : null,
  };
}

/** The status decides the words. */
async function refusal(
  operation: OperationId,
  response: Response,
  apiKey: string,
  requestId: string,
): Promise<PortalError> {
  const said = telling.has(response.status) ? await readProblem(response, apiKey) : null;
  leave(response);
  switch (response.status) {
    case 401:
    case 403: {
      const words = "The portal's API key is not accepted. Contact your administrator.";
      return new PortalError("service-refused-portal", words, requestId, {
        code: only("key-limited", said),
      });
    }
    case 404:
      return new PortalError("not-found", notThere(operation), requestId);
    case 409:
      if (said?.code === KEY_RUNNING) return underWay(response, requestId);
      return explained(
        "conflict",
        "Reload the page to see the current situation.",
        said,
        requestId,
      );
    case 400:
    case 422:
      return explained("invalid", "The service does not accept these values.", said, requestId);
    case 429:
      return new PortalError(
        "too-many-requests",
        "The service limits its requests. Wait a moment before you try again.",
        requestId,
        {
          code: only("rate-limited", said),
          retryAfter: secondsOf(response.headers.get("Retry-After")),
        },
      );
  }
  if (response.status >= 500) return failure(operation, response.status, said, requestId);
  const redirected = response.status < 400;
  return redirected && changes(operation)
    ? unknownOutcome(operation, requestId, 502)
    : faulty(requestId);
}

/** The service works on the same request and has not answered it yet. */
const underWay = ({ headers }: Response, requestId: string) =>
  new PortalError(
    "conflict",
    "The same request is still under way. Ask again in a moment.",
    requestId,
    { code: KEY_RUNNING, retryAfter: secondsOf(headers.get("Retry-After") ?? "1") },
  );

/** Only a 503 that says so by name tells for certain that nothing was done. */
function failure(
  operation: OperationId,
  status: number,
  said: Problem | null,
  requestId: string,
): PortalError {
  const refused = status === 503 && said?.code === NOTHING_DONE;
  if (changes(operation) && !refused) {
    return unknownOutcome(operation, requestId, status === 504 ? 504 : 502);
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

/** Passes on which value is wrong, and why, when a well-formed problem says so. */
function explained(
  kind: "conflict" | "invalid",
  words: string,
  said: Problem | null,
  requestId: string,
): PortalError {
  const errors = said?.errors?.map((error) => ({
    pointer: brief(error.pointer),
    detail: brief(error.detail),
    ...named(error),
  }));
  const detail = said && said.detail.trim() !== "" ? brief(said.detail) : words;
  return new PortalError(kind, detail, requestId, {
    code: nameOf(said?.code),
    ...(errors && { errors, errorCount: Math.max(errors.length, said?.error_count ?? 0) }),
  });
}

/** Any other name would mean what it means here, where nothing of the kind was looked at. */
const only = (code: string, said: Problem | null) => (said?.code === code ? code : undefined);

const nameOf = (code: string | undefined) =>
  code !== undefined && /^[a-z-]{1,40}$/.test(code) ? code : undefined;

/** What a remark is called and speaks of, as far as it is well-formed. */
function named({ code, values }: NonNullable<Problem["errors"]>[number]) {
  if (nameOf(code) === undefined) return {};
  const kept = Object.entries(values ?? {}).slice(0, MOST_VALUES);
  return {
    code,
    values: Object.fromEntries(
      kept.map(([name, value]) => [name, typeof value === "string" ? brief(value) : value]),
    ),
  };
}

const brief = (text: string) => truncate(text, TEXT_LENGTH);

async function readProblem(response: Response, apiKey: string): Promise<Problem | null> {
  try {
    return problem.parse(await readJson(response, PROBLEM_BYTES, apiKey));
  } catch {
    return null;
  }
}

/** Seconds to wait: 1 to 3600; 5 where the service does not say in seconds. */
function secondsOf(header: string | null): number {
  const seconds = /^\d{1,6}$/.test(header ?? "") ? Number(header) : 5;
  return Math.min(Math.max(seconds, 1), 3600);
}

const notThere = (operation: OperationId) =>
  operations[operation].path.includes("{")
    ? "Nothing exists with this ID."
    : "The service does not have this.";
