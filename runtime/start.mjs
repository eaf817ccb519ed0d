import { fileURLToPath } from "node:url";
import { holdDataDir } from "./prepare/data-dir.mjs";
import { nodeRefusal } from "./prepare/node-version.mjs";
import { preparePortal, preparePrograms } from "./prepare/prepare.mjs";
import { failureMessage } from "./process/failure-message.mjs";
import { refuse } from "./process/run-step.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const startedMs = Date.now();
const withPortal = process.argv[2] !== "service";

const tooOld = nodeRefusal(process.versions.node);
if (tooOld) refuse(tooOld);
process.chdir(root);

console.log(withPortal ? "Starting Curtail" : "Starting the service of Curtail");
let writesTo = root;
try {
  const supervisor = await preparePrograms(root, "runtime/supervisor.mjs");
  const { readConfiguration, readSettings, supervise } = await import(supervisor);
  const env = readConfiguration();
  writesTo = env.DATA_DIR;
  const release = holdDataDir(env.DATA_DIR);
  const settings = await readSettings(env, withPortal);
  writesTo = root;
  if (withPortal) await preparePortal(root);
  const code = await supervise(settings, startedMs);
  release();
  process.exit(code);
} catch (error) {
  refuse(failureMessage(error, writesTo));
}
