import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { lockHolder, takeLock } from "../process/lock.mjs";
import { refuse } from "../process/run-step.mjs";

const UNWRITABLE = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EROFS", "the file system is read-only"],
  ["ENOENT", "no folder can be made there"],
  ["ENOTDIR", "part of the path is a file"],
]);

/** Why a path is not writable, if the error means that; else undefined. */
export const unwritable = (error) => UNWRITABLE.get(error.code);

// One directory at a time: Node's recursive mkdir does not terminate in /proc.
function makeFolder(path) {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
}

/**
 * Creates the data directory if needed and checks that it is writable.
 * @returns a message with the variable to set if it is not, else undefined
 */
export function dataDirRefusal(dataDir) {
  try {
    makeFolder(dataDir);
    if (!statSync(dataDir).isDirectory()) throw Object.assign(new Error(), { code: "ENOTDIR" });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const why = unwritable(error);
    if (!why) throw error;
    return (
      `DATA_DIR (${dataDir}) cannot be written in: ${why}. ` +
      "Set DATA_DIR to a folder that the user who starts Curtail may write in."
    );
  }
}

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
