import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { usablePort } from "../../runtime/config/settings.ts";
import { startProgram, untilReady } from "../../runtime/process/child-process.ts";

const FOLDER = join("node_modules", ".cache", "curtail-empty");
const NEXT = join("node_modules", "next", "dist", "bin", "next");
const ANSWERS_WITHIN_MS = 10_000;
const STOPS_WITHIN_MS = 2_000;

/** An address of the service, and a key for it. */
interface Fetched {
  url: string;
  key: string;
}

/** The files of the empty app; its one route handler fetches `url` and does nothing else. */
const emptyApp = ({ url, key }: Fetched) => ({
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
  "app/api/fetch/route.js": `export const dynamic = "force-dynamic";
export async function GET() {
  const response = await fetch(${JSON.stringify(url)}, { headers: { "X-API-Key": ${JSON.stringify(key)} } });
  return Response.json(await response.json());
}`,
});

function writeEmptyApp(fetched: Fetched) {
  rmSync(FOLDER, { recursive: true, force: true });
  for (const [file, text] of Object.entries(emptyApp(fetched))) {
    mkdirSync(dirname(join(FOLDER, file)), { recursive: true });
    writeFileSync(join(FOLDER, file), text);
  }
}

/**
 * Builds and serves the emptiest page of the installed Next and React: the lower limit for every
 * page of the portal. Under `/api/fetch` a route handler fetches `fetched` and does nothing else.
 * @throws Error when it does not build or respond
 */
export async function serveEmptyPage(
  fetched: Fetched = { url: "", key: "" },
): Promise<{ url: string; stop: () => Promise<void> }> {
  writeEmptyApp(fetched);
  const env = {
    ...process.env,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
  } as const;
  const build = spawn(process.execPath, [NEXT, "build", FOLDER], {
    stdio: ["ignore", "ignore", "inherit"],
    env,
  });
  const [code] = (await once(build, "close")) as [number | null];
  if (code !== 0) throw new Error("The empty page did not build.");
  const port = await usablePort("127.0.0.1", 0, "PORT");
  const listens = ["-H", "127.0.0.1", "-p", String(port)];
  const program = startProgram({ args: [NEXT, "start", FOLDER, ...listens], env });
  const stop = async () => {
    await program.stop(STOPS_WITHIN_MS);
    rmSync(FOLDER, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}/`;
  await untilReady(program, url, AbortSignal.timeout(ANSWERS_WITHIN_MS)).catch(
    async (error: unknown) => {
      await stop();
      throw error;
    },
  );
  return { url, stop };
}
