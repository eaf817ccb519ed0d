import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { buildBridge } from "../../tools/build-bridge.mjs";

const folder = mkdtempSync(join(tmpdir(), "built-bridge-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let built: Promise<string> | undefined;

/** The bridge as one file, built once for the tests of a file. */
export function builtBridge(): Promise<string> {
  built ??= buildBridge(join(folder, "curtail-bridge.mjs"));
  return built;
}

let started = 0;

/** A running bridge: what it logged, and how to end it. */
export interface BridgeProcess {
  child: ChildProcess;
  lines(): string;
  /** Resolves with its exit code, null after a signal. */
  ended: Promise<number | null>;
  kill(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the built bridge with Node alone, outside of the repository. */
export async function startBridge(
  config: object,
  { args = [] }: { args?: string[] } = {},
): Promise<BridgeProcess> {
  const program = await builtBridge();
  const path = join(folder, `bridge-${++started}.json`);
  writeFileSync(path, JSON.stringify(config));
  const child = spawn(process.execPath, [program, ...args, "--config", path], {
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const note = (text: Buffer) => void (said += text.toString());
  child.stdout.on("data", note);
  child.stderr.on("data", note);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  onTestFinished(() => void child.kill("SIGKILL"));
  return {
    child,
    lines: () => said,
    ended,
    kill: (signal = "SIGKILL") => {
      child.kill(signal);
      return ended;
    },
  };
}
