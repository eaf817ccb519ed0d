import { retryAfterSeconds } from "./problem.ts";

/** How often and how long requests are repeated. */
export interface RetryOptions {
  /** Attempts in all; 1 never repeats. */
  attempts: number;
  /** The longest wait between two attempts, in milliseconds; a longer `Retry-After` ends the retries. */
  maxWaitMs: number;
  /** Waits; tests replace it. */
  sleep(ms: number): Promise<void>;
}

const FIRST_WAIT_MS = 250;
/** The answers after which the same request may succeed. */
const busy = new Set([429, 502, 503, 504]);

/**
 * Whether the service may still be working on the first request with this Idempotency-Key; any other
 * 409 stays one.
 */
async function isStillRunning(response: Response): Promise<boolean> {
  if (response.status !== 409) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: string } | null;
  return body?.code === "idempotency-key-running";
}

const waitMs = (attempt: number, response: Response | undefined) => {
  const asked = response && retryAfterSeconds(response);
  const growing = FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
  return asked === undefined ? growing : Math.max(asked * 1000, growing);
};

/**
 * Sends a request, and again while that is safe: reads, and changes with an `Idempotency-Key`, of
 * which the service makes one change however often it is sent. It repeats after a broken
 * connection, 429, 502, 503, 504, and a 409 while the first attempt is still being processed.
 */
export async function sendWithRetries(
  send: (request: Request) => Promise<Response>,
  request: Request,
  { attempts, maxWaitMs, sleep }: RetryOptions,
): Promise<Response> {
  const isSafe = request.method === "GET" || request.headers.has("Idempotency-Key");
  for (let attempt = 1; ; attempt += 1) {
    const isLast = !isSafe || attempt >= attempts;
    let response: Response | undefined;
    try {
      response = await send(request.clone());
      const isRetryable = busy.has(response.status) || (await isStillRunning(response));
      if (isLast || !isRetryable) return response;
    } catch (error) {
      if (isLast || request.signal.aborted) throw error;
    }
    const ms = waitMs(attempt, response);
    if (response && ms > maxWaitMs) return response;
    await response?.body?.cancel();
    await sleep(Math.min(ms, maxWaitMs));
  }
}
