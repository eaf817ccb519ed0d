import { spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";

/** A program that a test started, such as a broker. */
export interface StartedProgram {
  /** What it has printed. */
  output(): string;
  /** Ends it with this signal and waits until it has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * Starts a program and waits until it has printed what matches, if that is given.
 * @throws Error with its output if it ends before
 */
export async function startProgram(
  words: readonly string[],
  options: SpawnOptions = {},
  ready?: RegExp,
): Promise<StartedProgram> {
  const [command, ...args] = words;
  const child = spawn(command!, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let text = "";
  const ended = once(child, "exit").then(() => void process.off("exit", kill));
  await new Promise<void>((resolve, reject) => {
    const note = (piece: Buffer) => {
      text += piece.toString();
      if (ready?.test(text)) resolve();
    };
    child.stdout!.on("data", note);
    child.stderr!.on("data", note);
    if (!ready) resolve();
    void ended.then(
      () => reject(new Error(`${command} ended:\n${text}`)),
      (error: Error) => reject(error),
    );
  });
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  return { output: () => text, stop };
}
