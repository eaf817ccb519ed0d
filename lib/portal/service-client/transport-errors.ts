import { operations, type OperationId } from "../../contract/index.ts";
import { PortalError, type ProblemKind } from "../context/errors.ts";
import type { Failure } from "./retry.ts";

/** Whether an operation changes something at the service; a preview does not. */
export const isChange = (operation: OperationId) =>
  operations[operation].scope !== "read" && operations[operation].method !== "get";

/** A response that cannot be used; the reason is only logged. */
export class UnusableResponseError extends Error {}

/** The error with what it shows about the service: a broken connection may work on retry. */
export function toTransportFailure(
  operation: OperationId,
  cause: unknown,
  requestId: string,
): Failure {
  const error = toTransportError(operation, cause, requestId);
  if (cause instanceof UnusableResponseError)
    return { error, health: "unclear", retryAfterMs: null };
  return { error, health: "failing", retryAfterMs: isTimeout(cause) ? null : 0 };
}

const isTimeout = (cause: unknown) => cause instanceof Error && cause.name === "TimeoutError";

/** The error of a response that did not arrive or cannot be used. */
export function toTransportError(
  operation: OperationId,
  cause: unknown,
  requestId: string,
): PortalError {
  const timedOut = isTimeout(cause);
  const error = isUnsent(cause)
    ? new PortalError("unavailable", "It could not be reached. Try again in a moment.", requestId)
    : toLostResponse(operation, cause, timedOut, requestId);
  error.cause = cause;
  return error;
}

function toLostResponse(
  operation: OperationId,
  cause: unknown,
  timedOut: boolean,
  requestId: string,
) {
  if (isChange(operation)) return toUnknownOutcome(operation, requestId, timedOut ? 504 : 502);
  if (timedOut) {
    const detail = "The service took too long. Try again in a moment.";
    return new PortalError("service-silent", detail, requestId, { code: "answer-late" });
  }
  if (cause instanceof UnusableResponseError) return toFaulty(requestId);
  return new PortalError("unavailable", "The connection to it broke. Try again.", requestId);
}

export const toFaulty = (requestId: string) =>
  new PortalError("service-faulty", "Its answer does not match the agreed interface.", requestId, {
    code: "answer-faulty",
  });

/** The error of a call that may have taken effect although no usable response arrived. */
export function toUnknownOutcome(
  operation: OperationId,
  requestId: string,
  status: number,
): PortalError {
  const kind = getUnknownKind(operation);
  const detail = `The service gave no clear answer. ${unknownOutcomes[kind]}`;
  return new PortalError(kind, detail, requestId, { status });
}

/** What to do about a call with an unknown outcome. */
const unknownOutcomes = {
  "control-unknown":
    "The control may be active: check the list of controls before issuing it again.",
  "cancel-unknown": "The control may still be active: check its state before trying again.",
  "change-unknown": "Check whether the change was made before trying again.",
} as const satisfies Partial<Record<ProblemKind, string>>;

function getUnknownKind(operation: OperationId): keyof typeof unknownOutcomes {
  if (operation === "cancelControl") return "cancel-unknown";
  return issuingOperations.has(operation) ? "control-unknown" : "change-unknown";
}

/** Operations that issue a control; requesting or pausing does not. */
const issuingOperations = new Set<OperationId>([
  "controlBiddingZone",
  "controlGroup",
  "approveControlRequest",
]);

const connectErrorCodes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Whether no connection was made, so that the service cannot have received the call. */
function isUnsent(cause: unknown): boolean {
  const inner = cause instanceof Error ? cause.cause : undefined;
  if (inner instanceof AggregateError) return inner.errors.every(isConnectError);
  return isConnectError(inner);
}

const isConnectError = (error: unknown) =>
  error instanceof Error && connectErrorCodes.has((error as NodeJS.ErrnoException).code ?? "");
