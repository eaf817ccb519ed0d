import { KEY_RUNNING } from "@/lib/contract/problem-codes.ts";
import { type Problem } from "@/lib/contract/problem.ts";
import { updateAvailability } from "./service-availability.ts";
import { updateSessionState } from "./session-expiry.ts";

const ACTIVE_MS = 60_000;
let lastActivityAt = Number.NEGATIVE_INFINITY;

const recordActivity = () => {
  lastActivityAt = performance.now();
};
for (const kind of ["pointerdown", "keydown", "wheel"] as const) {
  globalThis.document?.addEventListener(kind, recordActivity, { capture: true, passive: true });
}

/** The header that reports user activity within the last minute. */
const activityHeader = (): Record<string, string> =>
  performance.now() - lastActivityAt < ACTIVE_MS ? { "x-person": "1" } : {};

/** A refusal or failure of the portal's API; the only error type in the browser. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
    this.name = "ProblemError";
  }
}

/** An answer: its body, the length of the whole list where there is one, and when it was received (ms). */
export interface Fetched<T> {
  data: T;
  total: number | null;
  at: number;
}

/** An answer that was received now. */
export const toFetched = <T>(data: T, total: number | null = null): Fetched<T> => ({
  data,
  total,
  at: Date.now(),
});

const TIMEOUT_MS = 30_000;

interface Call {
  method: string;
  url: string;
}

const isMutation = ({ method, url }: Call) => method !== "GET" && !url.endsWith("/preview");

/** No readable answer: a read failed, a change may have succeeded. */
const noAnswer = (call: Call, why: string, status = 0, requestId = ""): Problem => ({
  type: `urn:curtail:problem:${isMutation(call) ? "outcome-unknown" : "no-answer"}`,
  title: isMutation(call) ? "Unknown whether this succeeded" : "No answer",
  status,
  detail: isMutation(call)
    ? `${why} Check the current state before trying again.`
    : `${why} Check the connection and try again.`,
  request_id: requestId,
});

/** A change that is not sent, now or later. */
const offline: Problem = {
  type: "urn:curtail:problem:offline",
  title: "You are offline",
  status: 0,
  detail: "Nothing was sent or queued. Try again once you are online.",
  request_id: "",
};

const isOffline = () => globalThis.navigator?.onLine === false;

/** Nothing was sent, as the code that validates it could not be loaded. */
export const codeNotLoaded = (): ProblemError =>
  new ProblemError(
    isOffline() ? offline : noAnswer({ method: "GET", url: "" }, "The portal did not answer."),
  );

const unreadableAnswer = (call: Call, response: Response): Problem =>
  noAnswer(
    call,
    `The portal answered ${response.status} in a form that cannot be read.`,
    response.status,
    response.headers.get("x-request-id") ?? "",
  );

const isProblem = (body: unknown): body is Problem =>
  typeof body === "object" && body !== null && "title" in body && "status" in body;

/**
 * The one fetcher: JSON in, JSON out, 30 seconds at most. Offline, no change is sent.
 * @throws ProblemError with the portal's problem, or one of our own when there was no answer.
 */
export async function request<T>(
  call: Call,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Fetched<T>> {
  if (isMutation(call) && isOffline()) throw new ProblemError(offline);
  const response = await fetch(call.url, {
    method: call.method,
    headers: {
      ...headers,
      ...activityHeader(),
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    cache: "no-store",
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new ProblemError(noAnswer(call, "The portal did not answer."));
  });
  updateSessionState(response);
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok || answer === undefined) {
    const problem = isProblem(answer) ? answer : unreadableAnswer(call, response);
    updateAvailability(problem);
    throw new ProblemError(problem);
  }
  const total = response.headers.get("x-total-count");
  return toFetched(answer as T, total === null ? null : Number(total));
}

/** Whether a failed change may have succeeded. */
export const isOutcomeUnknown = (problem: Problem): boolean =>
  problem.type.endsWith("-unknown") || isInProgress(problem);

/** Whether the same change is still in progress, so that a retry returns its outcome. */
export const isInProgress = (problem: Problem): boolean => problem.code === KEY_RUNNING;
