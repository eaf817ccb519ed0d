import { spawn, type ChildProcess } from "node:child_process";
import { get } from "node:http";
import { fileURLToPath } from "node:url";

/** A module to import first: the program ends with the one that started it. */
export const EXIT_WITH_PARENT = fileURLToPath(new URL("./exit-with-parent.mjs", import.meta.url));
const ANSWERS_WITHIN_MS = 5_000;
const POLL_MS = 50;

/** A program run as a child process. */
export interface Program {
  /** Resolves when it ended, with how: `SIGKILL` or `code 1`. */
  ended: Promise<string>;
  /** Stops it. @returns false when it was killed after `withinMs` */
  stop(withinMs: number): Promise<boolean>;
  /** Shows the program's output from now on, including what it printed so far. */
  show(what: "from now on" | "so far"): void;
  /** Sends it the parts that are being restarted. */
  sendDownParts(names: readonly string[]): void;
}

export interface ProgramOptions {
  args: string[];
  env: NodeJS.ProcessEnv;
  /** The prefix of each of its lines. */
  prefix?: string;
}

function holdBack(child: ChildProcess, write: (chunk: Buffer) => void): Program["show"] {
  const held: Buffer[] = [];
  let passing = false;
  child.stdout?.on("data", (chunk: Buffer) => {
    if (passing) write(chunk);
    else held.push(chunk);
  });
  return (what) => {
    if (what === "so far" && held.length > 0) write(Buffer.concat(held));
    passing = true;
    held.length = 0;
  };
}

function stopper(child: ChildProcess, ended: Promise<string>): Program["stop"] {
  return async (withinMs) => {
    let wasKilled = false;
    child.kill("SIGTERM");
    const hard = setTimeout(() => (wasKilled = child.kill("SIGKILL")), Math.max(0, withinMs));
    await ended;
    clearTimeout(hard);
    return !wasKilled;
  };
}

/**
 * Starts a Node program in a separate session, so that Ctrl-C reaches only the supervisor, which
 * stops its programs in order. Standard output is buffered until `show`; errors are not.
 */
export function startProgram({ args, env, prefix }: ProgramOptions): Program {
  const child = spawn(process.execPath, ["--import", EXIT_WITH_PARENT, ...args], {
    env,
    detached: true,
    stdio: ["ignore", "pipe", prefix ? "pipe" : "inherit", "ipc"],
  });
  const ended = new Promise<string>((resolve) => {
    child.on("error", (error) => resolve(`it could not be started: ${error.message}`));
    child.on("exit", (code, signal) => resolve(signal ?? `code ${code}`));
  });
  const to = (stream: NodeJS.WriteStream) =>
    prefix ? linePrefixer(prefix, stream) : (chunk: Buffer) => void stream.write(chunk);
  child.stderr?.on("data", to(process.stderr));
  return {
    ended,
    stop: stopper(child, ended),
    show: holdBack(child, to(process.stdout)),
    // A program that ended cannot receive the message, and gets it after its restart.
    sendDownParts: (downParts) => void (child.connected && child.send({ downParts }, () => {})),
  };
}

/**
 * Sends the request on a separate connection that is closed afterwards: the program would wait for
 * an open one when it stops.
 */
function answersOk(url: string, signal: AbortSignal): Promise<boolean> {
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(ANSWERS_WITHIN_MS)]);
  return new Promise((resolve) => {
    const request = get(url, { agent: false, signal: timeout }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    request.on("error", () => resolve(false));
  });
}

/**
 * Waits until a program responds 200 at `url`.
 * @throws Error with a message when it ends first, and the signal's reason when that aborts
 */
export async function untilReady(
  program: Program,
  url: string,
  signal: AbortSignal,
): Promise<void> {
  let ending: string | undefined;
  const ended = program.ended.then((how) => (ending = how));
  while (!(await Promise.race([answersOk(url, signal), ended.then(() => false)]))) {
    if (ending) {
      program.show("so far");
      throw new Error(`It ended before it was ready (${ending}).`);
    }
    signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  program.show("from now on");
}

/** Writes chunks to a stream as whole lines with a prefix. */
export function linePrefixer(prefix: string, stream: { write(text: string): unknown }) {
  let rest = "";
  const decoder = new TextDecoder();
  return (chunk: Buffer): void => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (lines.length > 0) stream.write(lines.map((line) => `${prefix}${line}\n`).join(""));
  };
}
