/** The code of a 503 that guarantees that nothing was changed. */
export const NOTHING_DONE = "nothing-done";

/** The code of a 409: the first request with the same Idempotency-Key is still running. */
export const KEY_RUNNING = "idempotency-key-running";

/** The media type of problems. */
export const PROBLEM_TYPE = "application/problem+json";
