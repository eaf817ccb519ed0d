import { boundErrors, MAX_DETAIL_LENGTH, truncate } from "../../contract/problem.ts";
import type { Problem } from "../../contract/index.ts";

/**
 * The kinds of problems with status and title; the key is the last part of the problem's `type`.
 */
const kinds = {
  "bad-request": [400, "The request could not be read"],
  "signed-out": [401, "You are not signed in"],
  forbidden: [403, "This is not allowed"],
  "not-found": [404, "Not found"],
  conflict: [409, "This conflicts with the current situation"],
  "too-large": [413, "The request is too large"],
  "unsupported-type": [415, "The request must be JSON"],
  invalid: [422, "A value is not valid"],
  "too-many-requests": [429, "Too many requests"],
  internal: [500, "Something went wrong on our side"],
  "not-offered": [501, "This service does not offer this"],
  "service-refused-portal": [502, "The service does not accept this portal"],
  "service-faulty": [502, "The service gave an unusable answer"],
  "control-unknown": [502, "Unknown whether the control was issued"],
  "cancel-unknown": [502, "Unknown whether the control was cancelled"],
  "change-unknown": [502, "Unknown whether the change was made"],
  unavailable: [503, "The service is unavailable"],
  "records-away": [503, "The portal cannot reach its database"],
  "service-silent": [504, "The service did not answer in time"],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemKind = keyof typeof kinds;

interface ProblemExtras {
  errors?: Problem["errors"];
  /** The total number of errors, if `errors` has only the first. */
  errorCount?: number | undefined;
  /** A stable code of the detail, if a kind has several. */
  code?: string | undefined;
  /** Values in the detail, such as a time. */
  values?: Problem["values"];
  /** A status other than the kind's. */
  status?: number;
  /** Seconds after which a retry makes sense. */
  retryAfter?: number;
}

const BRAND = Symbol.for("curtail.portal-error");

/**
 * The portal's only error type. `problem.detail` is the portal's text; from a service only the
 * explanation of an invalid value is passed on, shortened and without the key. It is recognised by
 * its brand, as Next loads this module once for pages and once for handlers.
 */
export class PortalError extends Error {
  readonly [BRAND] = true;
  readonly status: number;
  readonly problem: Problem;
  readonly retryAfter: number | undefined;

  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && BRAND in value;
  }

  constructor(kind: ProblemKind, detail: string, requestId: string, extras: ProblemExtras = {}) {
    const [status, title] = kinds[kind];
    super(`${title}: ${detail}`);
    this.name = "PortalError";
    this.status = extras.status ?? status;
    this.retryAfter = extras.retryAfter;
    this.problem = {
      type: `urn:curtail:problem:${kind}`,
      title,
      status: this.status,
      detail: truncate(detail, MAX_DETAIL_LENGTH),
      ...(extras.code ? { code: extras.code } : {}),
      ...(extras.values ? { values: extras.values } : {}),
      ...(extras.errors?.length ? boundErrors(extras.errors, extras.errorCount) : {}),
      request_id: requestId,
    };
  }
}

/** Null for a resource that does not exist or that the user may not see. */
export async function nullOn404<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PortalError && (error.status === 404 || error.status === 403)) return null;
    throw error;
  }
}
