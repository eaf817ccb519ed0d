import { loggedError, redact } from "./serialize-error.mjs";

const WARN = 40;
const FATAL = 60;

function logCrash(level, name, err, msg) {
  const line = { level, time: Date.now(), name, err: loggedError(err), msg };
  process.stderr.write(`${redact(JSON.stringify(line))}\n`);
}

/** Logs Node's warnings in this thread as JSON lines. */
export function logWarnings(name) {
  process.removeAllListeners("warning");
  process.on("warning", (warning) => logCrash(WARN, name, warning, "a warning"));
}

/**
 * Logs an error that ends the process, and Node's warnings, as JSON lines. Node's own output would
 * include all values of the error, such as a row that a database rejected.
 */
export function logUncaughtErrors(name) {
  logWarnings(name);
  process.on("uncaughtException", (error) => {
    // Next handles them once it runs: it prints them and continues.
    if (process.listenerCount("uncaughtException") > 1) return;
    logCrash(FATAL, name, error, "ended by an error nobody caught");
    process.exit(1);
  });
}
