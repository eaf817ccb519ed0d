import { loggedError, redact } from "./serialize-error.mjs";

const WARN = 40;
const FATAL = 60;

/**
 * From now on a program that an error ends says so in a line of its log, and what Node warns of is
 * one too. Node's own words would hold whatever the error does: a row that a database refused.
 */
export function logUncaughtErrors(name) {
  const tell = (level, err, msg) => {
    const line = { level, time: Date.now(), name, err: loggedError(err), msg };
    process.stderr.write(`${redact(JSON.stringify(line))}\n`);
  };
  process.removeAllListeners("warning");
  process.on("warning", (warning) => tell(WARN, warning, "a warning"));
  process.on("uncaughtException", (error) => {
    // Next, once it runs, takes them itself: it tells them the console and goes on.
    if (process.listenerCount("uncaughtException") > 1) return;
    tell(FATAL, error, "ended by an error nobody caught");
    process.exit(1);
  });
}
