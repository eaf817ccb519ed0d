import { execFile, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createClient } from "../../packages/client/src/index.ts";
import { expect, test } from "vitest";
import { freshDatabase } from "../support/postgres.ts";
import { KEY } from "../support/service.ts";
import { spawnService } from "../support/spawned-service.ts";

const SCRIPT = fileURLToPath(new URL("../../docs/examples/quick_start.py", import.meta.url));
const run = promisify(execFile);
const isPythonThere = spawnSync("python3", ["--version"]).status === 0;
if (!isPythonThere) {
  console.warn("\nLEFT OUT: the quick start in Python; there is no python3.\n");
}

test.runIf(isPythonThere)(
  "the Python quick start reads, previews and issues one control",
  async () => {
    const { port } = await spawnService(await freshDatabase("service"));
    const baseUrl = `http://127.0.0.1:${port}`;
    const env = { ...process.env, CURTAIL_URL: baseUrl, CURTAIL_KEY: KEY };
    const { stdout } = await run("python3", [SCRIPT], { env });
    const { data } = await createClient({ baseUrl, apiKey: KEY }).listControls();
    expect(data).toHaveLength(1);
    expect(stdout).toContain(`Issued ${data[0]!.id}, which is active`);

    const refused = run("python3", [SCRIPT], { env: { ...env, CURTAIL_KEY: "ck_wrong" } });
    await expect(refused).rejects.toMatchObject({ stderr: expect.stringContaining("401") });
  },
);
