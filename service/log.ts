import { DrizzleQueryError } from "drizzle-orm/errors";
import pino, { type Logger } from "pino";

/** What to log of an error: of a failed query its cause, not its values, which are people's. */
const causeOf = (error: Error): Error =>
  error instanceof DrizzleQueryError ? (error.cause ?? new Error("A query failed.")) : error;

/** The service's log: JSON lines on standard output. */
export const openLog = (level: string): Logger =>
  pino({
    level,
    name: "service",
    serializers: { err: (error: Error) => pino.stdSerializers.err(causeOf(error)) },
  });
