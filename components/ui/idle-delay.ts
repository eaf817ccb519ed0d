/** How long after navigation a page is considered idle (ms). */
const IDLE_AFTER_MS = 5_000;

/** How long it takes until the page is idle, in milliseconds; 0 once it is. */
export const delayUntilIdle = (): number => Math.max(0, IDLE_AFTER_MS - performance.now());
