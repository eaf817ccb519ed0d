import { join } from "node:path";
import { dataDirRefusal } from "./prepare/data-dir.mjs";
import { lockHolder, takeLock } from "./process/lock.mjs";
import { refuse } from "./process/run-step.mjs";

/**
 * Locks a data directory for this process, or exits with a message if it is not writable or in use
 * by another process. @returns a function that releases the lock
 */
export function holdDataDir(dataDir) {
  const unwritable = dataDirRefusal(dataDir);
  if (unwritable) refuse(unwritable);
  const file = join(dataDir, "start.lock");
  const release = takeLock(file);
  if (release) return release;
  refuse(
    `Curtail already runs on ${dataDir} (process ${lockHolder(file)}).`,
    "Stop it first, or set DATA_DIR, PORT and SERVICE_PORT to run a second one.",
  );
}
