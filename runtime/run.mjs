import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { nodeRefusal } from "./prepare/node-version.mjs";
import { PROGRAMS } from "./prepare/bundle.mjs";
import { prepareDependencies } from "./prepare/prepare.mjs";
import { refuse } from "./process/run-step.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const [file, ...args] = process.argv.slice(2);

const tooOld = nodeRefusal(process.versions.node);
if (tooOld) refuse(tooOld);
if (!file) refuse("Say which script to run: node runtime/run.mjs tools/keys.ts …");
process.chdir(root);
const forDevelopers = !PROGRAMS.includes(file) && file !== "bridge/main.ts";
await prepareDependencies(root, console.error, forDevelopers).catch((error) =>
  refuse(error.message),
);
const { register } = await import("tsx/esm/api");
register();
process.argv = [process.argv[0], resolve(file), ...args];
await import(pathToFileURL(resolve(file)).href);
