/** How long after its start a page has time for what is out of sight (ms). */
const IDLE_AFTER_MS = 5_000;

/** How long it is until then, in milliseconds; 0 for a page that has stood longer. */
export const delayUntilIdle = (): number => Math.max(0, IDLE_AFTER_MS - performance.now());
