import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { errorLog } from "./error-log.ts";
import { KEY } from "./service.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The service in a separate process, which ends with the test at the latest. */
export interface SpawnedService {
  child: ChildProcess;
  port: number;
  /** Resolves with the exit code, null after a signal that was not handled. */
  ended: Promise<number | null>;
}

/** Starts the service on this database, without a demo fleet; it listens when this resolves. */
export async function spawnService(
  databaseUrl: string,
  more: Record<string, string> = {},
): Promise<SpawnedService> {
  const child = spawn(process.execPath, ["--import", "tsx", "service/main.ts"], {
    cwd: ROOT,
    env: {
      ...process.env,
      SERVICE_DATABASE_URL: databaseUrl,
      // The system picks a free one: one that was looked up before may be taken by now.
      SERVICE_PORT: "0",
      FLEX_API_KEY: KEY,
      DEMO: "0",
      LOG_LEVEL: "info",
      ...more,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  errorLog.read(child.stdout);
  errorLog.read(child.stderr);
  child.stderr.pipe(process.stderr, { end: false });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit").then(([code]) => code as number | null);
  let output = "";
  const listens = new Promise<number>((resolve) => {
    child.stdout.on("data", function read(chunk: Buffer) {
      output += chunk.toString();
      const said = /"port":(\d+),"msg":"Listening"/.exec(output);
      if (!said) return;
      child.stdout.off("data", read);
      resolve(Number(said[1]));
    });
  });
  const early = ended.then((code) => Promise.reject(new Error(`the service ended with ${code}`)));
  const port = await Promise.race([listens, early]);
  return { child, port, ended };
}
