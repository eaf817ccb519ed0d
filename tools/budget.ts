import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serveEmptyPage } from "./bench/baseline-page.ts";
import { listScripts, sumOfBytes } from "./page-weight.ts";

/*
 * `npm run budget` measures the transfer size of each page; `npm run budget -- --baseline` measures
 * the empty page they are compared with, for the installed versions, and stores it.
 */
const RECORD = join("tools", "budget.json");
const measuredVersions = ["next", "react", "react-dom"] as const;

async function measureEmptyPage(): Promise<number> {
  const { url, stop } = await serveEmptyPage();
  try {
    const page = await fetch(url);
    return await sumOfBytes(listScripts(await page.text(), url));
  } finally {
    await stop();
  }
}

async function recordBaseline() {
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const versions = Object.fromEntries(measuredVersions.map((name) => [name, dependencies[name]]));
  const record = { emptyPageBytes: await measureEmptyPage(), measuredWith: versions };
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
  console.log(`An empty page loads ${record.emptyPageBytes} bytes of JavaScript (gzip).`);
}

if (process.argv.includes("--baseline")) {
  await recordBaseline();
} else {
  const playwright = join("node_modules", "@playwright", "test", "cli.js");
  const specs = ["pages", "desk-pages"].map((name) => `tests/e2e/${name}.spec.ts`);
  const args = [playwright, "test", ...specs, "--workers=1"];
  const [code] = (await once(spawn(process.execPath, args, { stdio: "inherit" }), "close")) as [
    number | null,
  ];
  process.exitCode = code ?? 1;
}
