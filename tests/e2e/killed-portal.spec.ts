import { expect, test } from "@playwright/test";
import { runKills, formatKillReport } from "../../tools/chaos/kill.ts";
import { anySeed } from "../../tools/chaos/random.ts";

const KILLS = 2;

test("a portal killed during writes loses and doubles nothing", async () => {
  test.setTimeout(180_000);
  const seed = anySeed();
  const report = await runKills({ target: "portal", kills: KILLS, seed, portal: true });
  console.info(`seed ${seed}: ${formatKillReport("portal", report)}`);
  expect(report.answered).toBeGreaterThan(KILLS);
  expect(report).toMatchObject({ lost: [], doubled: [], refused: [], faults: 0 });
});
