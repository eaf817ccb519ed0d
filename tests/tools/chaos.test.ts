import { describe, expect, it } from "vitest";
import { compare, runKills, formatKillReport } from "../../tools/chaos/kill.ts";
import { anySeed, seeded } from "../../tools/chaos/random.ts";
import { fitSlope } from "../../tools/chaos/soak.ts";

const KILLS = 3;

describe.each(["service", "postgres"] as const)(
  "a chaos run that kills the %s during writes",
  (target) => {
    it("loses and doubles nothing that was answered, and the data opens again", async () => {
      const seed = anySeed();
      console.info(`${target}: seed ${seed}`);
      const report = await runKills({ target, kills: KILLS, seed, portal: false });
      console.info(formatKillReport(target, report));
      expect(report.answered).toBeGreaterThan(KILLS);
      expect(report.reopenMs).toHaveLength(KILLS);
      expect(report).toMatchObject({ lost: [], doubled: [], refused: [], faults: 0 });
    });
  },
);

describe("the comparison of results", () => {
  const asked = { noun: "group" as const, unanswered: 0, refusedForNow: 0 };
  const a = { ...asked, key: "a", answered: ["1", "1"] };
  const b = { ...asked, key: "b", answered: [] };
  const control = { ...asked, noun: "control" as const, key: "a-control", groupId: "1" };
  const kept = (...rows: [id: string, key: string][]) => rows.map(([id, key]) => ({ id, key }));

  it("finds nothing if each answered id exists once", () => {
    const rows = { group: kept(["1", "a"], ["2", "b"]), control: kept(["3", "1"]) };
    const all = [a, b, { ...control, answered: ["3"] }];
    expect(compare(all, rows)).toEqual({ lost: [], doubled: [] });
  });

  it("finds a loss if an answered id is missing or belongs to something else", () => {
    const rows = { group: kept(["1", "b"]), control: [] };
    const all = [a, { ...control, answered: ["3"] }];
    expect(compare(all, rows).lost).toEqual(["a", "a-control"]);
  });

  it("finds a duplicate if a key made two things, or was answered with two", () => {
    const rows = { group: kept(["1", "a"], ["2", "a"]), control: kept(["3", "1"], ["4", "1"]) };
    const all = [a, b, { ...control, answered: [] }];
    expect(compare(all, rows).doubled).toEqual(["a", "a-control"]);
    const twice = { ...a, answered: ["1", "2"] };
    expect(compare([twice], rows).doubled).toEqual(["a"]);
  });
});

describe("a seeded random generator", () => {
  it("repeats its numbers between 0 and 1, with different ones for another seed", () => {
    const some = (seed: number) => Array.from({ length: 100 }, seeded(seed));
    expect(some(7)).toEqual(some(7));
    expect(some(7)).not.toEqual(some(8));
    for (const one of some(7)) expect(one).toSatisfy((value: number) => value >= 0 && value < 1);
  });
});

describe("the trend of samples", () => {
  const random = seeded(1);
  const sampled = (perHour: number, noise: number) =>
    Array.from({ length: 120 }, (_, n) => ({
      hours: n / 360,
      value: 200 + (perHour * n) / 360 + noise * (random() - 0.5),
    }));

  it("of a straight line is its slope", () => {
    expect(fitSlope(sampled(5, 0)).perHour).toBeCloseTo(5);
  });

  it("of noise around a level includes zero", () => {
    const { from, to } = fitSlope(sampled(0, 4));
    expect(from).toBeLessThan(0);
    expect(to).toBeGreaterThan(0);
  });

  it("of growth excludes zero", () => {
    expect(fitSlope(sampled(60, 4)).from).toBeGreaterThan(0);
  });

  it("is less certain for correlated samples", () => {
    let drift = 0;
    const drifting = sampled(0, 0).map(({ hours, value }) => {
      drift = 0.95 * drift + (random() - 0.5);
      return { hours, value: value + drift };
    });
    const spread = (samples: typeof drifting) => fitSlope(samples).to - fitSlope(samples).from;
    const shuffled = drifting.map(({ hours }, n) => ({
      hours,
      value: drifting[(n * 37) % drifting.length]!.value,
    }));
    expect(spread(drifting)).toBeGreaterThan(spread(shuffled));
  });

  it("needs three samples", () => {
    expect(() => fitSlope(sampled(1, 0).slice(0, 2))).toThrow("three samples");
  });
});
