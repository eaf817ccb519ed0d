import { setTimeout as pause } from "node:timers/promises";
import type { PortalError } from "../context/errors.ts";

/** A failed attempt. */
export interface Failure {
  error: PortalError;
  /** What the failure shows about the service. */
  health: "healthy" | "failing" | "unclear";
  /** Milliseconds after which a retry may succeed; null where it will not. */
  retryAfterMs: number | null;
  /** The service is already processing the same request: a retry returns its result. */
  isRunning?: boolean;
}
export type AttemptResult<T> = { response: T } | Failure;

/**
 * Attempts a call up to `maxAttempts` times while its failures are retryable and time remains. The
 * pause between attempts is random and doubles; a pause over two seconds is not waited for, and the
 * error is returned. An unknown outcome of an earlier attempt is returned even if a later attempt is
 * refused, as that does not prove that the first changed nothing. A request that is still running is
 * retried while time remains for one more attempt.
 */
export async function retry<T>(
  attempt: () => Promise<AttemptResult<T>>,
  maxAttempts: number,
  remainingMs: () => number,
): Promise<AttemptResult<T>> {
  let result = await attempt();
  let unknown: Failure | undefined;
  let attempts = 1;
  while ("error" in result && result.retryAfterMs !== null) {
    if (isUnknown(result)) unknown ??= result;
    if (!result.isRunning && attempts >= maxAttempts) break;
    const waitMs = result.retryAfterMs + jitterMs(result.isRunning ? 1 : attempts++);
    const maxWaitMs = result.isRunning ? remainingMs() - ATTEMPT_MS : MAX_PAUSE_MS;
    if (waitMs >= Math.min(remainingMs(), maxWaitMs)) break;
    await pause(waitMs);
    result = await attempt();
  }
  return "error" in result ? (unknown ?? result) : result;
}

const FIRST_PAUSE_MS = 150;
const MAX_PAUSE_MS = 2_000;
/** Time a further attempt needs, so that it does not time out and end as unknown. */
const ATTEMPT_MS = 2_000;

/** Between half of the pause and all of it; the pause doubles with each attempt. */
const jitterMs = (attempts: number) =>
  FIRST_PAUSE_MS * 2 ** (attempts - 1) * (1 + Math.random()) * 0.5;

const isUnknown = ({ error }: Failure) => error.problem.type.endsWith("-unknown");
