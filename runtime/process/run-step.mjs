import { spawn } from "node:child_process";

/** A duration for output: `0.9 s` or `1 min 12 s`. */
export function duration(ms) {
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** One output line: what was done and how long it took. */
export function reportDuration(what, startedMs, print = console.log) {
  print(`  ${what.padEnd(28)} ${duration(Date.now() - startedMs)}`);
}

/** Prints messages on standard error and exits with failure. */
export function refuse(...sentences) {
  for (const sentence of sentences) console.error(sentence);
  process.exit(1);
}

/**
 * Runs a program and collects its output. A signal to this process is forwarded, so that an
 * interrupted step leaves no process behind.
 * @returns {Promise<{ code: number, output: string }>} code 127 when it could not be started
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
    const chunks = [];
    const handOn = (signal) => {
      child.kill(signal);
      process.exitCode = 130;
    };
    const signals = ["SIGINT", "SIGTERM"];
    for (const signal of signals) process.on(signal, handOn);
    child.stdout?.on("data", (chunk) => chunks.push(chunk));
    child.stderr?.on("data", (chunk) => chunks.push(chunk));
    const finish = (code) => {
      for (const signal of signals) process.off(signal, handOn);
      resolve({ code, output: Buffer.concat(chunks).toString() });
    };
    child.on("error", (error) => {
      chunks.push(Buffer.from(String(error)));
      finish(127);
    });
    child.on("close", (code) => finish(code ?? 1));
  });
}

/**
 * Runs a program as one step, reported with `print`.
 * @throws Error with a message when it fails; its output is printed first
 */
export async function step(what, command, args, options, print) {
  const startedMs = Date.now();
  const { code, output } = await run(command, args, options);
  if (code === 0) return reportDuration(what, startedMs, print);
  process.stderr.write(output);
  throw new Error(`"${what}" failed: ${[command, ...args].join(" ")} ended with ${code}.`);
}
