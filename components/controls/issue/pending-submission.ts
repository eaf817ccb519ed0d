import { HOUR_MS, MINUTE_MS } from "@/lib/time/amsterdam.ts";
import type { ControlOrder, ControlReason, ControlType } from "@/lib/contract/controls.ts";
import type { Target } from "../control-draft.ts";
import { toBodyTimes, type Window } from "../window.ts";

/**
 * An order as it goes out, under a key of its own: sent again, it is the same order to the letter,
 * which a service that knows the key answers with the same control.
 */
export interface PendingSubmission {
  key: string;
  /** The user who issued it: nobody else in this browser may repeat it. */
  by: string;
  target: Target;
  type: ControlType;
  reason: ControlReason | null;
  window: Window;
  /** The id of the control that it replaces, which is cancelled in the same step. */
  replaces?: string | undefined;
  /** It takes a second person: what is sent is a request, which issues nothing. */
  approval: boolean;
  body: ControlOrder;
  /** When it was first sent, in milliseconds; null before. */
  sentAt: number | null;
}

const STORAGE_KEY = "control-order";
/** A service keeps a key for 24 hours; later, the same order would be a second one. */
const REPEATABLE_MS = 23 * HOUR_MS;

/** Makes the order of a confirmation that is opened at `now`, with a key nothing else has. */
export function createSubmission(
  input: Pick<
    PendingSubmission,
    "by" | "target" | "type" | "reason" | "window" | "approval" | "replaces"
  >,
  now: number,
): PendingSubmission {
  const body = { type: input.type, ...toBodyTimes(input.window, now) };
  return { ...input, key: newKey(), body, sentAt: null };
}

/** Whether an order names no start: it begins in the minute the service takes it. */
export const startsImmediately = ({ body }: Pick<PendingSubmission, "body">): boolean =>
  body.time_from === undefined;

/**
 * What of its window an order has let pass at `now`, so that it could only be refused: all of it, or
 * the minute it names as its start.
 */
export function expiredPart(
  { window, body }: Pick<PendingSubmission, "window" | "body">,
  now: number,
): "window" | "start" | null {
  if (window.to <= now) return "window";
  return !startsImmediately({ body }) && window.from + MINUTE_MS <= now ? "start" : null;
}

/** An order as it is sent at `now` for the first time: one that begins at once begins then. */
export function markSent(order: PendingSubmission, now: number): PendingSubmission {
  if (order.sentAt !== null) return order;
  const from = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const window = startsImmediately(order) ? { ...order.window, from } : order.window;
  return { ...order, window, sentAt: now };
}

/** 128 random bits; `randomUUID` is only there on a secure origin. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** Whether an order can be sent again without becoming a second one, where the service knows keys. */
export const isRepeatable = ({ sentAt }: PendingSubmission, now: number): boolean =>
  sentAt === null || now - sentAt < REPEATABLE_MS;

/** Keeps an order in this tab until its result is known; null forgets it. */
export function savePending(order: PendingSubmission | null): void {
  try {
    if (order) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(order));
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // A browser that keeps nothing still sends one order; only a reload forgets it.
  }
}

/** The order that was sent from this tab and whose result this person never saw; else null. */
export function loadPending(by: string): PendingSubmission | null {
  try {
    const stored = JSON.parse(
      sessionStorage.getItem(STORAGE_KEY) ?? "null",
    ) as PendingSubmission | null;
    return stored?.sentAt && stored.by === by ? stored : null;
  } catch {
    return null;
  }
}
