import { fileURLToPath } from "node:url";
import { runChecks } from "./checks.mjs";
import { prepareDependencies } from "../runtime/prepare/prepare.mjs";
import { refuse } from "../runtime/process/run-step.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
await prepareDependencies(root).catch((error) => refuse(error.message));
const { failed } = await runChecks(root);
process.exitCode = failed > 0 ? 1 : 0;
