/** The methods of a logger that the gateway uses; pino has them. */
export interface GatewayLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

const PERIOD_MS = 60_000;

/**
 * A log that writes at most `maxLines` lines a minute per level, then reports how many it dropped,
 * so that a faulty device cannot fill the disk.
 */
export function limitedLog(log: GatewayLog, maxLines: number): GatewayLog {
  const limited = (level: keyof GatewayLog) => {
    let startedMs = -Infinity;
    let lines = 0;
    return (details: object, message: string) => {
      const nowMs = performance.now();
      if (nowMs - startedMs >= PERIOD_MS) {
        if (lines > maxLines)
          log[level]({ lines: lines - maxLines }, "lines like the following held back");
        startedMs = nowMs;
        lines = 0;
      }
      if (++lines <= maxLines) log[level](details, message);
    };
  };
  return { info: limited("info"), warn: limited("warn"), error: limited("error") };
}
