import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";
import { waitForLock } from "../process/lock.mjs";

async function alone(root, work) {
  const waiting = (pid) => console.log(`  Waiting for process ${pid}, which prepares this folder`);
  const release = await waitForLock(join(root, ".data", "prepare.lock"), waiting);
  try {
    await work();
  } finally {
    release();
  }
}

/** Installs what the lock file says, unless it is there; one process at a time in this folder. */
export const prepareDependencies = (root) => alone(root, () => ensureInstalled(root));

/** Builds the portal, unless it was built from these sources; one process at a time. */
export const preparePortal = (root) => alone(root, () => ensureBuilt(root));
