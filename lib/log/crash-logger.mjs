import { loggedError, redact } from "./serialize-error.mjs";

const WARN = 40;
const FATAL = 60;

/**
 * Logs an error that ends the process, and Node's warnings, as JSON lines. Node's own output would
 * include all values of the error, such as a row that a database rejected.
 */
export function logUncaughtErrors(name) {
  const logCrash = (level, err, msg) => {
    const line = { level, time: Date.now(), name, err: loggedError(err), msg };
    process.stderr.write(`${redact(JSON.stringify(line))}\n`);
  };
  process.removeAllListeners("warning");
  process.on("warning", (warning) => logCrash(WARN, warning, "a warning"));
  process.on("uncaughtException", (error) => {
    // Next handles them once it runs: it prints them and continues.
    if (process.listenerCount("uncaughtException") > 1) return;
    logCrash(FATAL, error, "ended by an error nobody caught");
    process.exit(1);
  });
}
