import type { BridgeLog, Clock } from "./adapter/runtime.ts";
import { openBridge } from "./bridge.ts";
import { check } from "./check.ts";
import { ConfigurationError, readConfiguration } from "./config.ts";

const STOP_MS = 10_000;
const clock: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };
const line = (text: string) => `${new Date().toISOString()}  ${text}`;
const log: BridgeLog = {
  info: (text) => console.log(line(text)),
  warn: (text) => console.warn(line(text)),
};

function configured() {
  try {
    return readConfiguration(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    console.error(error.message);
    return process.exit(1);
  }
}

const { isCheck, config } = configured();
if (isCheck) {
  const plain: BridgeLog = {
    info: (text) => console.log(text),
    warn: (text) => console.warn(text),
  };
  process.exit((await check(config, clock, plain)) === 0 ? 0 : 2);
}

const bridge = openBridge(config, clock, log);
log.info(`bridge of ${config.location}${config.dry_run ? ", dry run: writes nothing" : ""}`);
let timer: NodeJS.Timeout | undefined;
async function turn(): Promise<void> {
  const startedMs = performance.now();
  await bridge.tick().catch((error: unknown) => log.warn(`turn failed: ${String(error)}`));
  const restMs = config.turn_ms - (performance.now() - startedMs);
  timer = setTimeout(() => void turn(), Math.max(0, restMs));
}
void turn();

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    clearTimeout(timer);
    // A broker or device that does not answer does not hold it up.
    setTimeout(() => process.exit(0), STOP_MS).unref();
    void bridge.close().then(() => process.exit(0));
  });
}
