import { getTraceIds } from "../tracing/tracing.ts";
import pino, { type DestinationStream, type LogFn, type Logger } from "pino";
import { loggedError, redact } from "./serialize-error.mjs";

/**
 * The log of one of the two programs: JSON lines on standard output, or on the given stream.
 * Secrets of the configuration, API keys and e-mail addresses are removed from every line. Within a
 * trace each line has its ids.
 */
export function openLog(name: string, level: string, to?: DestinationStream): Logger {
  const serializers = { err: loggedError };
  const options = {
    name,
    level,
    serializers,
    mixin: getTraceIds,
    hooks: { logMethod, streamWrite: redact },
  };
  return to ? pino(options, to) : pino(options);
}

/** Without a message pino would use that of the error, including its values. */
function logMethod(this: Logger, given: Parameters<LogFn>, write: LogFn): void {
  if (given.length === 1 && typeof given[0] === "object") write.call(this, given[0], "an error");
  else write.apply(this, given);
}
