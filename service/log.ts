import type { Logger } from "pino";
import { openLog as open } from "../lib/log/logger.ts";

/** The service's log: JSON lines on standard output. */
export const openLog = (level: string): Logger => open("service", level);
