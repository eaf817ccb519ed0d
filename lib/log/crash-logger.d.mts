/** Logs an error that ends the process, and Node's warnings, as JSON lines. */
export function logUncaughtErrors(name: string): void;
/** Logs Node's warnings in this thread as JSON lines. */
export function logWarnings(name: string): void;
