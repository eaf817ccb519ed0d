import { loggedError, redact } from "../../lib/log/serialize-error.mjs";

const LEVELS = { debug: 20, info: 30, warn: 40, error: 50 };
const THRESHOLDS = { trace: 10, ...LEVELS, silent: 100 };
// oxlint-disable-next-line no-control-regex
const COLOURS = /\x1b\[[\d;]*m/g;
/** The prefixes of Next's output lines. */
const MARKS = /^[\s▲✓⨯⚠○-]+/;

/** Whether lines of a level are logged at this threshold. */
export const isLogged = (level, threshold = "info") =>
  LEVELS[level] >= (THRESHOLDS[threshold] ?? LEVELS.info);

/** A line in the format of the portal's log. */
export const lineWith = (level, fields, nowMs) =>
  redact(JSON.stringify({ level: LEVELS[level], time: nowMs, name: "portal", ...fields }));

/** The same for console output of third-party code. */
export function formatLogLine(level, given, nowMs) {
  const errors = given.filter((one) => one instanceof Error);
  const messages = given.filter((one) => typeof one === "string").map(firstLine);
  const msg = messages.join(" ").trim();
  return lineWith(level, errors[0] ? { msg, err: loggedError(errors[0]) } : { msg }, nowMs);
}

const firstLine = (text) =>
  text.replace(COLOURS, "").replace(MARKS, "").split("\n")[0].slice(0, 500);

/** Turns console output into JSON lines in the format of the log, on the same stream. */
export function consoleToJson(threshold = "info") {
  for (const [method, level] of Object.entries({ ...same(LEVELS), log: "info" })) {
    console[method] = (...given) => {
      const isEmpty = given.every((one) => typeof one === "string" && !firstLine(one));
      if (isEmpty || !isLogged(level, threshold)) return;
      const to = LEVELS[level] < LEVELS.warn ? process.stdout : process.stderr;
      to.write(`${formatLogLine(level, given, Date.now())}\n`);
    };
  }
}

const same = (levels) => Object.fromEntries(Object.keys(levels).map((level) => [level, level]));
