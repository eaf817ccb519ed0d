import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { unwritable } from "./data-dir.mjs";
import { ensureInstalled } from "./install.mjs";
import { waitForLock } from "../process/lock.mjs";

async function alone(root, work) {
  const waiting = (pid) => console.log(`  Waiting for process ${pid}, which prepares this folder`);
  const lock = waitForLock(join(root, ".data", "prepare.lock"), waiting);
  const release = await lock.catch((error) => {
    // In a read-only folder nothing can be prepared: it is ready already, or the start fails.
    if (unwritable(error)) return () => undefined;
    throw error;
  });
  try {
    await work();
  } finally {
    release();
  }
}

/** Installs the dependencies of the lock file if needed; one process at a time in this folder. */
export const prepareDependencies = (root) => alone(root, () => ensureInstalled(root));

/** Builds the portal unless its build is current; one process at a time in this folder. */
export const preparePortal = (root) => alone(root, () => ensureBuilt(root));
