import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { runKills, formatKillReport, targets, type Target } from "./chaos/kill.ts";
import { anySeed } from "./chaos/random.ts";
import { soak } from "./chaos/soak.ts";

const USAGE = `npm run chaos -- soak [--minutes 30] [--warm-up 10] [--file .data/soak.csv]
npm run chaos -- kill [--target service|portal|postgres]… [--kills 200] [--minutes M] [--seed N] [--no-portal]
npm run chaos -- fuzz [--requests 20000] [--seed N]`;

const everyTarget: string[] = [...targets];
const options = {
  minutes: { type: "string" },
  "warm-up": { type: "string", default: "10" },
  file: { type: "string", default: ".data/soak.csv" },
  target: { type: "string", multiple: true, default: everyTarget },
  kills: { type: "string", default: "200" },
  seed: { type: "string" },
  requests: { type: "string", default: "20000" },
  "no-portal": { type: "boolean", default: false },
} as const;

const { values, positionals } = parseArgs({ allowPositionals: true, options });
const seed = Number(values.seed ?? anySeed());

async function kill(): Promise<void> {
  for (const target of values.target as Target[]) {
    if (!targets.includes(target)) throw new Error(`--target takes ${targets.join(", ")}.`);
    const kills = Number(values.kills);
    const portal = target === "portal" || !values["no-portal"];
    console.log(`${target}: seed ${seed}`);
    const report = await runKills({
      target,
      kills,
      seed,
      portal,
      ...(values.minutes && { maxMinutes: Number(values.minutes) }),
      onKill: (done) => done % 20 === 0 && console.log(`  ${done} kills so far`),
    });
    console.log(formatKillReport(target, report));
    for (const refusal of report.refused.slice(0, 5)) console.log(`  ${refusal}`);
    const { lost, doubled, refused, faults } = report;
    if (lost.length + doubled.length + refused.length + faults > 0) process.exitCode = 1;
  }
}

/** The fuzz tests, with the requested number of requests. */
function fuzz(): Promise<void> {
  const env = { ...process.env, FUZZ_REQUESTS: values.requests, FUZZ_SEED: String(seed) };
  const files = ["tests/service/fuzz.test.ts", "tests/portal/fuzz.test.ts"];
  const args = ["node_modules/vitest/vitest.mjs", "run", "--project", "service"];
  const child = spawn(process.execPath, [...args, "--project", "portal", ...files], {
    env,
    stdio: "inherit",
  });
  return new Promise((resolve) =>
    child.once("close", (code) => {
      process.exitCode = code ?? 1;
      resolve();
    }),
  );
}

const commands: Record<string, () => Promise<void>> = {
  kill,
  fuzz,
  soak: () =>
    soak({
      minutes: Number(values.minutes ?? 30),
      warmUpMinutes: Number(values["warm-up"]),
      file: values.file,
    }),
};

const command = commands[positionals[0] ?? ""];
if (!command) {
  console.error(USAGE);
  process.exit(1);
}
await command();
