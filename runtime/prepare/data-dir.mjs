import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

const UNWRITABLE = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EROFS", "the file system is read-only"],
  ["ENOENT", "no folder can be made there"],
  ["ENOTDIR", "part of the path is a file"],
]);

/** Why a path is not writable, if an error is about that; else undefined. */
export const unwritable = (error) => UNWRITABLE.get(error.code);

// One by one: Node's own recursive way never ends in /proc.
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
 * Makes the data folder where it is not there, and makes sure that it can be written in.
 * @returns a message that names the variable to set if it cannot, else undefined
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
