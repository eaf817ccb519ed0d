import { setTimeout as pause } from "node:timers/promises";
import type { PortalError } from "../context/errors.ts";

/** A call that did not bring what was asked for. */
export interface Failure {
  error: PortalError;
  /** What it tells of the service: it is there, it fails, or neither. */
  sign: "answers" | "fails" | "unclear";
  /** Milliseconds after which the same call may well be answered; null where it will not be. */
  againMs: number | null;
}
export type Outcome<T> = { answer: T } | Failure;

/**
 * Makes a call up to so often, as long as failing says that asking again makes sense and time is
 * left for it. Between two attempts lies a random while that grows; whoever is asked to wait for longer
 * than two seconds is told so instead of being kept waiting. What an earlier attempt left
 * unknown stays so: the refusal of a later one does not say that the first did nothing.
 */
export async function insist<T>(
  attempt: () => Promise<Outcome<T>>,
  most: number,
  leftMs: () => number,
): Promise<Outcome<T>> {
  let outcome = await attempt();
  let doubt: Failure | undefined;
  for (let again = 1; again < most && "error" in outcome && outcome.againMs !== null; again++) {
    if (isUnknown(outcome)) doubt ??= outcome;
    const waitMs = outcome.againMs + jitterMs(again);
    if (waitMs >= Math.min(leftMs(), LONGEST_PAUSE_MS)) break;
    await pause(waitMs);
    outcome = await attempt();
  }
  return "error" in outcome ? (doubt ?? outcome) : outcome;
}

const FIRST_PAUSE_MS = 150;
const LONGEST_PAUSE_MS = 2_000;

/** Between half of the pause and all of it; the pause doubles. */
const jitterMs = (again: number) => FIRST_PAUSE_MS * 2 ** (again - 1) * (1 + Math.random()) * 0.5;

const isUnknown = ({ error }: Failure) => error.problem.type.endsWith("-unknown");
