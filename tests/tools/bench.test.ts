import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

test("the bench fills a fleet of 100 locations and measures each of its rows", async () => {
  const child = spawn(process.execPath, ["runtime/run.mjs", "tools/bench.ts", "100"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  expect(said).toMatch(/^100 locations, 30 days each/m);
  for (const line of [
    "a location's day on disk",
    "30 days of the zone",
    "30 days of a location",
    "preview of a zone control, 24 h",
    "a zone control of 1 h accepted",
    "its delivery read",
    "it cancelled",
    "a quarter's turn",
    "a minute's turn, every meter reporting",
  ])
    expect(said).toMatch(new RegExp(`^  ${line}.* [\\d.]+ (ms|s|B|kB)$`, "m"));
  expect(code).toBe(0);
}, 300_000);
