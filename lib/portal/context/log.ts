import { env } from "../../env.ts";
import { loggedError, type LoggedError } from "../../log/serialize-error.mjs";
import { openLog } from "../../log/logger.ts";

/** The portal's log: one JSON line per event. Nothing a service answered is ever written to it. */
export const log = openLog("portal", env().LOG_LEVEL);

/** What to write of an error: what kind it is and where it arose, never anybody's values. */
export const getErrorReason = (error: unknown): LoggedError => loggedError(error);
