import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

const LEASH = fileURLToPath(new URL("./exit-with-parent.mjs", import.meta.url));
const ENDS_WITHIN_MS = 15_000;
const ANSWERS_WITHIN_MS = 5_000;

/** A program that runs as a child of another. */
export interface Program {
  name: string;
  /** Resolves with a sentence when the program has ended. */
  ended: Promise<string>;
  stop(): Promise<void>;
  /** Passes on what the program prints from now on, or what it printed so far. */
  show(what: "from now on" | "so far"): void;
}

function holdBack(child: ChildProcess): Program["show"] {
  const held: Buffer[] = [];
  let passing = false;
  child.stdout?.on("data", (chunk: Buffer) => {
    if (passing) process.stdout.write(chunk);
    else held.push(chunk);
  });
  return (what) => {
    if (what === "so far") process.stdout.write(Buffer.concat(held));
    passing = true;
    held.length = 0;
  };
}

/**
 * Starts a Node program in a session of its own, so that Ctrl-C reaches only the supervisor, which
 * ends its programs in order. Standard output is held back until `show`; errors are not.
 */
export function startProgram(name: string, args: string[], env: NodeJS.ProcessEnv): Program {
  const child = spawn(process.execPath, ["--import", LEASH, ...args], {
    env,
    detached: true,
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const ended = new Promise<string>((resolve) => {
    child.on("error", (error) => resolve(`The ${name} could not be started: ${error.message}`));
    child.on("exit", (code, signal) => resolve(`The ${name} ended (${signal ?? `code ${code}`}).`));
  });
  const stop = async () => {
    child.kill("SIGTERM");
    const hard = setTimeout(() => child.kill("SIGKILL"), ENDS_WITHIN_MS);
    await ended;
    clearTimeout(hard);
  };
  return { name, ended, stop, show: holdBack(child) };
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      redirect: "error",
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/**
 * Waits until a program answers 200 on `url`.
 * @throws Error with a sentence when it ends first, and the signal's reason when that is aborted
 */
export async function untilReady(program: Program, url: string, signal: AbortSignal) {
  let ending: string | undefined;
  void program.ended.then((sentence) => (ending = sentence));
  while (!(await answersOk(url))) {
    signal.throwIfAborted();
    if (ending) {
      program.show("so far");
      throw new Error(ending);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  program.show("from now on");
}
