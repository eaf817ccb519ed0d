import { spawn } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { emptyFolder } from "./temporary-folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const support = (name: string) => JSON.stringify(join(root, "tests", "support", name));

const head = `import pino from "pino";
import { afterAll, test } from "vitest";
import { expectErrorLog } from ${support("error-log.ts")};
const log = pino({ level: "error" }, { write: () => undefined });
void [afterAll, expectErrorLog];
`;

/** Runs a test file in a separate vitest with the project's setup; `log` is a logger of it. */
export async function runVitest(code: string): Promise<{ status: number | null; said: string }> {
  const folder = emptyFolder();
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }`);
  writeFileSync(join(folder, "planted.test.ts"), head + code);
  const config = `export default { test: { setupFiles: [${support("error-log-setup.ts")}] } };`;
  writeFileSync(join(folder, "vitest.config.ts"), config);
  const program = join(root, "node_modules", "vitest", "vitest.mjs");
  const child = spawn(process.execPath, [program, "run"], { cwd: folder });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece: Buffer) => (said += piece.toString()));
  const status = await new Promise<number | null>((done) => child.once("close", done));
  return { status, said };
}
