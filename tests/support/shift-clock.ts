import { writeFileSync } from "node:fs";
import { join } from "node:path";

const SHIFTED_CLOCK = new URL("./shifted-clock.mjs", import.meta.url).href;

/** A clock for started programs that reads the time that `setTime` gave it last and goes on from there. */
export function shiftClock(folder: string) {
  const file = join(folder, "shift");
  return {
    /** The value of NODE_OPTIONS for the programs. */
    nodeOptions: `--import ${SHIFTED_CLOCK}?${new URLSearchParams({ file })}`,
    setTime: (at: string) => writeFileSync(file, String(Date.parse(at) - Date.now())),
  };
}
