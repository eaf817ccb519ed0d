import { operations, type OperationId } from "../../contract/index.ts";
import { PortalError, type ProblemKind } from "../context/errors.ts";
import type { Failure } from "./retry.ts";

/** Whether an operation changes something at the service; a preview does not. */
export const changes = (operation: OperationId) =>
  operations[operation].scope !== "read" && operations[operation].method !== "get";

/** An answer that arrived but cannot be used; the reason is for our log only. */
export class UnusableAnswer extends Error {}

/** The same, and what it tells of the service: a connection that broke may hold the next time. */
export function lostCall(operation: OperationId, cause: unknown, requestId: string): Failure {
  const error = lostAnswer(operation, cause, requestId);
  if (cause instanceof UnusableAnswer) return { error, sign: "unclear", againMs: null };
  return { error, sign: "fails", againMs: isTimeout(cause) ? null : 0 };
}

const isTimeout = (cause: unknown) => cause instanceof Error && cause.name === "TimeoutError";

/** What is said when an answer did not arrive, or cannot be used. */
export function lostAnswer(operation: OperationId, cause: unknown, requestId: string): PortalError {
  const timedOut = isTimeout(cause);
  const error = unsent(cause)
    ? new PortalError("unavailable", "It could not be reached. Try again in a moment.", requestId)
    : lost(operation, cause, timedOut, requestId);
  error.cause = cause;
  return error;
}

function lost(operation: OperationId, cause: unknown, timedOut: boolean, requestId: string) {
  if (changes(operation)) return unknownOutcome(operation, requestId, timedOut ? 504 : 502);
  if (timedOut) {
    const words = "The service took too long. Try again in a moment.";
    return new PortalError("service-silent", words, requestId, { code: "answer-late" });
  }
  if (cause instanceof UnusableAnswer) return faulty(requestId);
  return new PortalError("unavailable", "The connection to it broke. Try again.", requestId);
}

export const faulty = (requestId: string) =>
  new PortalError("service-faulty", "Its answer does not match the agreed interface.", requestId, {
    code: "answer-faulty",
  });

/** A call that may have taken effect although no usable answer came back. */
export function unknownOutcome(
  operation: OperationId,
  requestId: string,
  status: number,
): PortalError {
  const kind = unknownKind(operation);
  const detail = `The service gave no clear answer. ${unknownOutcomes[kind]}`;
  return new PortalError(kind, detail, requestId, { status });
}

/** What to do about a call of which nobody knows the outcome. */
const unknownOutcomes = {
  "control-unknown":
    "The control may be active: check the list of controls before issuing it again.",
  "cancel-unknown": "The control may still be active: check its state before trying again.",
  "change-unknown": "Check whether the change was made before trying again.",
} as const satisfies Partial<Record<ProblemKind, string>>;

function unknownKind(operation: OperationId): keyof typeof unknownOutcomes {
  if (operation === "cancelControl") return "cancel-unknown";
  return issuing.has(operation) ? "control-unknown" : "change-unknown";
}

/** What makes a control; asking for one, or pausing them, does not. */
const issuing = new Set<OperationId>([
  "controlBiddingZone",
  "controlGroup",
  "approveControlRequest",
]);

const neverConnected = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** No connection was made, so the service cannot have seen the call. */
function unsent(cause: unknown): boolean {
  const inner = cause instanceof Error ? cause.cause : undefined;
  if (inner instanceof AggregateError) return inner.errors.every(hasCodeOfUnsent);
  return hasCodeOfUnsent(inner);
}

const hasCodeOfUnsent = (error: unknown) =>
  error instanceof Error && neverConnected.has((error as NodeJS.ErrnoException).code ?? "");
