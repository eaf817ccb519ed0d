import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { usablePort } from "./ports.ts";

const FOLDER = join("node_modules", ".cache", "curtail-empty");
const NEXT = join("node_modules", "next", "dist", "bin", "next");

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

function next(args: string[], stdio: "inherit" | "pipe") {
  return spawn(process.execPath, [NEXT, ...args], {
    stdio,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
}

function writeEmptyApp() {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(join(FOLDER, "app"), { recursive: true });
  for (const [file, text] of Object.entries(emptyApp)) writeFileSync(join(FOLDER, file), text);
}

async function untilAnswered(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await fetch(url).catch(() => undefined))?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not answer`);
}

/**
 * Builds and serves the emptiest page that the installed Next and React make: the floor under
 * every page of the portal.
 * @throws Error when it does not build or does not answer
 */
export async function serveEmptyPage(): Promise<{ url: string; stop: () => Promise<void> }> {
  writeEmptyApp();
  const [code] = (await once(next(["build", FOLDER], "inherit"), "close")) as [number | null];
  if (code !== 0) throw new Error("The empty page did not build.");
  const port = await usablePort("127.0.0.1", 0, "PORT");
  const server = next(["start", FOLDER, "-H", "127.0.0.1", "-p", String(port)], "pipe");
  const ended = once(server, "close");
  const stop = async () => {
    server.kill("SIGTERM");
    await ended;
    rmSync(FOLDER, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}/`;
  await untilAnswered(url).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, stop };
}
