import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { nodeRefusal } from "./node-version.mjs";
import { prepareDependencies } from "./prepare.mjs";
import { refuse } from "./step.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const [file, ...args] = process.argv.slice(2);

const tooOld = nodeRefusal(process.versions.node);
if (tooOld) refuse(tooOld);
if (!file) refuse("Say which script to run: node scripts/run.mjs scripts/keys.ts …");
process.chdir(root);
await prepareDependencies(root).catch((error) => refuse(error.message));
const { register } = await import("tsx/esm/api");
register();
process.argv = [process.argv[0], resolve(file), ...args];
await import(pathToFileURL(resolve(file)).href);
