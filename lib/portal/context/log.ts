import { env } from "../../env.ts";
import { loggedError, type LoggedError } from "../../log/serialize-error.mjs";
import { openLog } from "../../log/logger.ts";

/** The portal's log: one JSON line per event, never with data of the service. */
export const log = openLog("portal", env().LOG_LEVEL);

/** What is logged of an error: its kind and stack, never values of a user. */
export const getErrorReason = (error: unknown): LoggedError => loggedError(error);
