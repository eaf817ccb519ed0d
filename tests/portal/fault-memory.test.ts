import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { faults, startFaulty } from "./faults.ts";

const MIB = 1024 * 1024;
const child = fileURLToPath(new URL("./fault-client.ts", import.meta.url));

test("no fault ends the process, and all of them together use at most 200 MiB", async () => {
  const services = await Promise.all(Object.values(faults).map(startFaulty));
  const { before, mostBytes } = await readFrom(services.map(({ baseUrl }) => baseUrl));
  expect(mostBytes - before).toBeLessThan(200 * MIB);
});

/** Measures the memory of a separate process that reads from services. */
async function readFrom(baseUrls: string[]): Promise<{ before: number; mostBytes: number }> {
  const reading = spawn(process.execPath, ["--import", "tsx", child, ...baseUrls]);
  let said = "";
  let complaints = "";
  reading.stdout.on("data", (data) => (said += String(data)));
  reading.stderr.on("data", (data) => (complaints += String(data)));
  const code = await new Promise((resolve) => reading.once("close", resolve));
  expect(code, complaints).toBe(0);
  return JSON.parse(said.slice(said.lastIndexOf("{"))) as { before: number; mostBytes: number };
}
