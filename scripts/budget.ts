import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { usablePort } from "./ports.ts";
import { scriptsOf, sumOfBytes } from "./first-load.ts";

/*
 * `npm run budget` measures what each page loads; `npm run budget -- --baseline` measures the empty
 * page they are held against, with the versions that are installed, and writes it down.
 */
const FOLDER = join("node_modules", ".cache", "curtail-empty");
const RECORD = join("scripts", "budget.json");
const NEXT = join("node_modules", "next", "dist", "bin", "next");
const measuredVersions = ["next", "react", "react-dom"] as const;

const emptyApp = {
  "package.json": `{ "private": true, "type": "module" }`,
  "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(process.cwd())} } };`,
  "app/layout.js": `import { createElement } from "react";
export const dynamic = "force-dynamic";
const Layout = ({ children }) =>
  createElement("html", { lang: "en" }, createElement("body", null, children));
export default Layout;`,
  "app/page.js": `import { createElement } from "react";
const Page = () => createElement("p", null, "Empty");
export default Page;`,
};

function program(args: string[], stdio: "inherit" | "pipe" = "inherit") {
  return spawn(process.execPath, args, {
    stdio,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
}

async function ended(args: string[]): Promise<number> {
  const [code] = (await once(program(args), "close")) as [number | null];
  return code ?? 1;
}

function writeEmptyApp() {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(join(FOLDER, "app"), { recursive: true });
  for (const [file, text] of Object.entries(emptyApp)) writeFileSync(join(FOLDER, file), text);
}

async function untilAnswered(url: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return response.text();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not answer`);
}

async function measureEmptyPage(): Promise<number> {
  writeEmptyApp();
  if ((await ended([NEXT, "build", FOLDER])) !== 0)
    throw new Error("The empty page did not build.");
  const port = await usablePort("127.0.0.1", 0, "PORT");
  const server = program([NEXT, "start", FOLDER, "-H", "127.0.0.1", "-p", String(port)], "pipe");
  try {
    const url = `http://127.0.0.1:${port}/`;
    return await sumOfBytes(scriptsOf(await untilAnswered(url), url));
  } finally {
    server.kill("SIGTERM");
    rmSync(FOLDER, { recursive: true, force: true });
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
  process.exitCode = await ended([playwright, "test", "tests/e2e/pages.spec.ts", "--workers=1"]);
}
