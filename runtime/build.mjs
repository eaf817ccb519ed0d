import { fileURLToPath } from "node:url";
import { nodeRefusal } from "./prepare/node-version.mjs";
import { preparePortal, preparePrograms } from "./prepare/prepare.mjs";
import { failureMessage } from "./process/failure-message.mjs";
import { refuse } from "./process/run-step.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const tooOld = nodeRefusal(process.versions.node);
if (tooOld) refuse(tooOld);
process.chdir(root);
try {
  await preparePrograms(root, "service/main.mjs");
  await preparePortal(root);
} catch (error) {
  refuse(failureMessage(error, root));
}
