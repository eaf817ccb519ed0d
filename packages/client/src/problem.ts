import type { components } from "./schema.ts";

/** An error of the service (RFC 9457). */
export type Problem = components["schemas"]["Problem"];

/** What the service refused, or how it failed. Decide on `status`, `type` and `code`. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly status: number;
  /** Stable URI of the kind of problem. */
  readonly type: string;
  /** Stable name of the detail, such as `paused` or `idempotency-key-used`. */
  readonly code: string | undefined;
  /** The invalid fields, each with a JSON pointer and what would be right. */
  readonly errors: NonNullable<Problem["errors"]>;
  /** Quote it when you ask about this answer. */
  readonly requestId: string;

  constructor(
    readonly problem: Problem,
    /** After how many seconds a retry makes sense; undefined if the service does not say. */
    readonly retryAfterSeconds?: number,
  ) {
    super(`${problem.status} ${problem.title}: ${problem.detail}`);
    this.status = problem.status;
    this.type = problem.type;
    this.code = problem.code;
    this.errors = problem.errors ?? [];
    this.requestId = problem.request_id;
  }
}

/** The number of seconds of a `Retry-After`; undefined without one. */
export function retryAfterSeconds({ headers }: Response): number | undefined {
  const seconds = Number(headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

/** The error of a response; one that is no problem document, as of a proxy, becomes one. */
export async function toProblemError(response: Response): Promise<ProblemError> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const isProblem = typeof body === "object" && body !== null && "status" in body && "type" in body;
  const problem = isProblem
    ? (body as Problem)
    : {
        type: "about:blank",
        title: response.statusText || "Unexpected answer",
        status: response.status,
        detail: "The answer is no problem document: it may come from something in between.",
        request_id: response.headers.get("X-Request-Id") ?? "",
      };
  return new ProblemError(problem, retryAfterSeconds(response));
}
