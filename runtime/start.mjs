import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dataDirRefusal } from "./prepare/data-dir.mjs";
import { lockHolder, takeLock } from "./process/lock.mjs";
import { nodeRefusal } from "./prepare/node-version.mjs";
import { prepareDependencies, preparePortal } from "./prepare/prepare.mjs";
import { refuse } from "./process/run-step.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const startedMs = Date.now();
const withPortal = process.argv[2] !== "service";

const tooOld = nodeRefusal(process.versions.node);
if (tooOld) refuse(tooOld);
process.chdir(root);

function holdDataDir(dataDir) {
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

console.log(withPortal ? "Starting Curtail" : "Starting the service of Curtail");
try {
  await prepareDependencies(root);
  const { register } = await import("tsx/esm/api");
  register();
  const { readConfiguration, readSettings, supervise } = await import("./supervisor.ts");
  const env = readConfiguration();
  const release = holdDataDir(env.DATA_DIR);
  const settings = await readSettings(env, withPortal);
  if (withPortal) await preparePortal(root);
  const code = await supervise(settings, startedMs);
  release();
  process.exit(code);
} catch (error) {
  refuse(error.message);
}
