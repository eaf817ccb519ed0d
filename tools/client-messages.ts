import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findSentMessages, findUnsentPages } from "./client-messages/page-messages.ts";

/*
 * `npm run messages` finds which messages the client components of each page use and writes them to
 * `lib/i18n/client-messages.json`; with `--check` it fails when that file or a page is not right.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const FILE = `${root}lib/i18n/client-messages.json`;

const sent = findSentMessages(root);
const text = `${JSON.stringify(sent, null, 2)}\n`;
if (process.argv.includes("--check")) {
  const faults = findUnsentPages(root, sent);
  if (readFileSync(FILE, "utf8") !== text)
    faults.push("lib/i18n/client-messages.json is not of these components: run npm run messages");
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
} else {
  writeFileSync(FILE, text);
}
