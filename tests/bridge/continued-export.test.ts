import { describe, expect, it } from "vitest";
import { openHouse } from "./simulated-site.ts";

type Opened = Awaited<ReturnType<typeof openHouse>>;

/** What each device was last acknowledged with, and in which order. */
const outcomesOf = ({ reported }: Opened, deviceId: string) =>
  reported.acknowledged
    .flatMap(({ devices }) => devices)
    .filter(({ device_id }) => device_id === deviceId);

/** Sends zero export again each minute, and lives on. */
async function follow(at: Opened, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 60) {
    at.send({ type: "ZERO_EXPORT", limit_kw: 0 });
    await at.live(Math.min(60, left));
  }
}

const lastExportW = ({ house }: Opened, seconds = 1) => Math.max(...house.exportW.slice(-seconds));

describe("while net injection stays above zero export", () => {
  it.each([0, 500])(
    "the inverter is limited by the %i W that the battery takes",
    async (takesW) => {
      const at = await openHouse({ battery: true });
      at.house.takesW = takesW;
      await at.live(2);
      await follow(at, 60);
      expect(lastExportW(at, 35)).toBeLessThan(15);
      expect(at.house.pvW).toBeGreaterThan(1000 + takesW - 30);
      expect(outcomesOf(at, "dev_pv").at(-1)!.outcome).toBe("executed");
      expect(at.reported.lines.filter((line) => line.includes("stays"))).toEqual([
        expect.stringMatching(
          new RegExp(`/2 battery takes ${takesW} W of \\d+ W; what is measured`),
        ),
      ]);
    },
  );

  it("a battery that takes nothing gets another try after a quarter of an hour", async () => {
    const at = await openHouse({ battery: true });
    at.house.takesW = 0;
    await at.live(2);
    await follow(at, 60);
    at.house.takesW = Infinity;
    at.clock.advance(13 * 60_000);
    await follow(at, 30);
    expect(at.house.pvW).toBeLessThan(1100);
    at.clock.advance(60_000);
    await follow(at, 60);
    expect(at.house.pvW).toBeGreaterThan(3900);
    expect(Math.abs(lastExportW(at))).toBeLessThan(30);
  });

  it("a battery that is slow, or takes a little less, is used as before", async () => {
    const at = await openHouse({ battery: true });
    at.house.takesW = 0;
    await at.live(2);
    await follow(at, 7);
    at.house.takesW = Infinity;
    at.house.takesShare = 0.95;
    await follow(at, 120);
    expect(at.house.pvW).toBeGreaterThan(3900);
    expect(at.reported.lines.filter((line) => line.includes("stays"))).toEqual([]);
  });

  it("other inverters make up for one that cannot be limited", async () => {
    const at = await openHouse({ unlimited: true });
    at.house.unlimitedW = 700;
    await at.live(2);
    await follow(at, 12);
    expect(lastExportW(at)).toBeLessThan(15);
    expect(lastExportW(at)).toBeGreaterThan(-30);
    expect(outcomesOf(at, "dev_old").map(({ outcome }) => outcome)).toEqual(["unsupported"]);
    expect(outcomesOf(at, "dev_pv").map(({ outcome }) => outcome)).toEqual(["executed"]);
  });

  it("no device is executed when it cannot be stopped, until it can", async () => {
    const at = await openHouse({ unlimited: true, battery: true });
    at.house.unlimitedW = 3000;
    at.house.takesW = 500;
    await at.live(2);
    await follow(at, 60);
    expect(at.house.pvW).toBeLessThan(5);
    for (const device of ["dev_pv", "dev_bat"])
      expect(outcomesOf(at, device).at(-1)).toMatchObject({
        outcome: "failed",
        detail: expect.stringContaining("W above its limit"),
      });
    expect(at.reported.lines.join("\n")).toMatch(/dev_pv: failed, net injection stays \d+ W above/);
    at.house.unlimitedW = 900;
    await follow(at, 5);
    for (const device of ["dev_pv", "dev_bat"])
      expect(outcomesOf(at, device).map(({ outcome }) => outcome)).toEqual([
        "executed",
        "failed",
        "executed",
      ]);
  });

  it("the reason names a battery that gives power by itself", async () => {
    const at = await openHouse({ battery: true, percent: 100 });
    at.house.givesW = 1500;
    await at.live(2);
    await follow(at, 45);
    expect(outcomesOf(at, "dev_bat").at(-1)).toMatchObject({
      outcome: "failed",
      detail: expect.stringMatching(/2 battery gives 1500 W instead of \d+ W/),
    });
  });

  it("an inverter that confirms its limit and does not follow it has failed", async () => {
    const at = await openHouse();
    at.house.ignoresLimit = true;
    await at.live(2);
    await follow(at, 60);
    expect(outcomesOf(at, "dev_pv").map(({ outcome }) => outcome)).toEqual(["executed", "failed"]);
    expect(outcomesOf(at, "dev_pv").at(-1)!.detail).toMatch(
      /\/1 inverter gives \d+ W with a limit of 1\d{3} W/,
    );
    at.house.ignoresLimit = false;
    await follow(at, 10);
    expect(outcomesOf(at, "dev_pv").at(-1)!.outcome).toBe("executed");
  });
});
