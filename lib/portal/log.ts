import pino from "pino";
import { env } from "../env.ts";

/** The portal's log: one JSON line per event. Nothing a service answered is ever written to it. */
export const log = pino({ name: "portal", level: env().LOG_LEVEL });

/** What to write of an error: its name and message, with the API key struck out should it be there. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : "unknown";
  const key = env().FLEX_API_KEY;
  return key ? text.replaceAll(key, "***") : text;
}
