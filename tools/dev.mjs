import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { holdDataDir } from "../runtime/prepare/data-dir.mjs";
import { nodeRefusal } from "../runtime/prepare/node-version.mjs";
import { prepareDependencies } from "../runtime/prepare/prepare.mjs";
import { failureMessage } from "../runtime/process/failure-message.mjs";
import { refuse } from "../runtime/process/run-step.mjs";

const USAGE = `npm run dev                              portal and service, both reload when their sources change
npm run dev -- portal --demo-service     the portal reloads, the service with its demo runs as it is
npm run dev -- portal                    the portal alone, in front of FLEX_BASE_URL
npm run dev -- service                   the service alone`;

const root = fileURLToPath(new URL("..", import.meta.url));
const startedMs = Date.now();

function parseArguments(args) {
  const [program = "both"] = args.filter((arg) => !arg.startsWith("--"));
  const withDemoService = args.includes("--demo-service");
  const isValid = args.every((arg) => ["portal", "service", "--demo-service"].includes(arg));
  if (!isValid || args.length > 2 || (withDemoService && program !== "portal")) refuse(USAGE);
  if (program === "portal" && !withDemoService && !process.env.FLEX_BASE_URL)
    refuse("Add --demo-service, or set FLEX_BASE_URL to the service of the portal.", USAGE);
  return { withPortal: program !== "service", reloadsService: !withDemoService };
}

/** `next dev` changes this file to reference its own types, which other commands do not have. */
function restoreNextTypes() {
  const file = join(root, "next-env.d.ts");
  const before = readFileSync(file);
  process.on("exit", () => writeFileSync(file, before));
}

const tooOld = nodeRefusal(process.versions.node);
if (tooOld) refuse(tooOld);
process.chdir(root);
const { withPortal, reloadsService } = parseArguments(process.argv.slice(2));
// Never the data of `npm start`: an unfinished migration would change it permanently.
process.env.DATA_DIR ||= join(".data", "dev");
process.env.LOG_LEVEL ||= "warn";
process.env.NODE_ENV = "development";

if (withPortal) restoreNextTypes();
console.log("Starting Curtail for development");
try {
  await prepareDependencies(root);
  const { register } = await import("tsx/esm/api");
  register();
  const { readConfiguration, readSettings, supervise } = await import("../runtime/supervisor.ts");
  const env = readConfiguration();
  const release = holdDataDir(env.DATA_DIR);
  const settings = await readSettings(env, withPortal);
  const code = await supervise(settings, startedMs, { reloadsService });
  release();
  process.exit(code);
} catch (error) {
  refuse(failureMessage(error, process.env.DATA_DIR));
}
