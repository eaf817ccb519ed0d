import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SERVICE_ALLOCATOR, SERVICE_OPTIONS } from "../runtime/config/service-options.ts";
import { bundlePrograms, PROGRAMS } from "../runtime/prepare/bundle.mjs";

/** The programs of the bench, beside those it measures. */
const BENCH_PROGRAMS = [
  "tools/bench/main.ts",
  "tools/bench/instance.ts",
  "tools/bench/floor-server.ts",
  "tools/bench/report-publisher.ts",
  "tools/bench/steady-reader.mjs",
];

/**
 * Builds the programs of production and the bench, and runs the bench: compiled while it runs, the
 * service is slower.
 */
const cache = join(process.cwd(), "node_modules", ".cache");
mkdirSync(cache, { recursive: true });
const built = mkdtempSync(join(cache, "curtail-bench-"));
try {
  await bundlePrograms(process.cwd(), built, [...PROGRAMS, ...BENCH_PROGRAMS]);
  const args = [join(built, "tools", "bench", "main.mjs"), ...process.argv.slice(2)];
  const child = spawn(process.execPath, [...SERVICE_OPTIONS, ...args], {
    stdio: "inherit",
    env: { ...process.env, ...SERVICE_ALLOCATOR },
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, "exit")) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  rmSync(built, { recursive: true, force: true });
}
