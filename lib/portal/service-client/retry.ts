import { setTimeout as pause } from "node:timers/promises";
import type { PortalError } from "../context/errors.ts";

/** A call that did not bring what was asked for. */
export interface Failure {
  error: PortalError;
  /** What it tells of the service: it is there, it fails, or neither. */
  sign: "answers" | "fails" | "unclear";
  /** Milliseconds after which the same call may well be answered; null where it will not be. */
  againMs: number | null;
  /** The service works on the same call already: asked again, it answers with what came of it. */
  isUnderWay?: boolean;
}
export type Outcome<T> = { answer: T } | Failure;

/**
 * Makes a call up to so often, as long as failing says that asking again makes sense and time is
 * left for it. Between two attempts lies a random while that grows; whoever is asked to wait for longer
 * than two seconds is told so instead of being kept waiting. What an earlier attempt left
 * unknown stays so: the refusal of a later one does not say that the first did nothing. What is
 * under way is asked for as long as time is left for one more attempt.
 */
export async function retry<T>(
  attempt: () => Promise<Outcome<T>>,
  most: number,
  leftMs: () => number,
): Promise<Outcome<T>> {
  let outcome = await attempt();
  let doubt: Failure | undefined;
  let again = 1;
  while ("error" in outcome && outcome.againMs !== null) {
    if (isUnknown(outcome)) doubt ??= outcome;
    if (!outcome.isUnderWay && again >= most) break;
    const waitMs = outcome.againMs + jitterMs(outcome.isUnderWay ? 1 : again++);
    const longestMs = outcome.isUnderWay ? leftMs() - ATTEMPT_MS : LONGEST_PAUSE_MS;
    if (waitMs >= Math.min(leftMs(), longestMs)) break;
    await pause(waitMs);
    outcome = await attempt();
  }
  return "error" in outcome ? (doubt ?? outcome) : outcome;
}

const FIRST_PAUSE_MS = 150;
const LONGEST_PAUSE_MS = 2_000;
/** What a further attempt needs, so that it is not itself cut short and its outcome unknown. */
const ATTEMPT_MS = 2_000;

/** Between half of the pause and all of it; the pause doubles. */
const jitterMs = (again: number) => FIRST_PAUSE_MS * 2 ** (again - 1) * (1 + Math.random()) * 0.5;

const isUnknown = ({ error }: Failure) => error.problem.type.endsWith("-unknown");
