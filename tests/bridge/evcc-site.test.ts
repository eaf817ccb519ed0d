import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { alpha } from "./devices.ts";
import { startModbusServer } from "./modbus-server.ts";
import { openSite } from "./test-site.ts";

const FULL_W = 3000;
const LOAD_W = 1000;

/**
 * A house with an Alpha inverter and a battery behind an evcc, which also has the meter. The answers of
 * evcc are written out after docs.evcc.io; no evcc is installable here. Powers in W.
 */
async function openHouse(availableW: number) {
  const inverter = alpha({ fixed: false });
  const server = await startModbusServer("own", { 1: inverter.image });
  onTestFinished(() => server.stop());
  const now = {
    mode: "unknown",
    soc: 50,
    isOff: false,
    pvW: availableW,
    batteryW: 0,
    injectionW: 0,
  };
  const evcc = createServer((request, response) => {
    if (request.method === "POST") now.mode = request.url!.split("/").at(-1)!;
    if (request.method === "DELETE") now.mode = "unknown";
    const battery = { power: now.batteryW, soc: now.soc };
    const state = { grid: { power: -now.injectionW }, battery, batteryMode: now.mode };
    response.end(JSON.stringify(request.method === "GET" ? state : { result: 1 }));
  });
  await new Promise<void>((resolve) => evcc.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void evcc.close());
  const at = openSite([
    { modbus: `127.0.0.1:${server.port}/1`, inverter: "dev_pv" },
    {
      evcc: `http://127.0.0.1:${(evcc.address() as AddressInfo).port}`,
      battery: "dev_bat",
      meter: "dev_meter",
      max_charge_w: FULL_W,
    },
  ]);
  const live = async (seconds: number) => {
    const powers: (typeof now)[] = [];
    for (let i = 0; i < seconds; i++) {
      const [percent = 0, , , , isOn] = await server.get(inverter.at(123, 3), 5);
      now.pvW = Math.min(availableW, isOn === 1 ? (percent / 10_000) * 5000 : 5000);
      const surplusW = now.pvW - LOAD_W;
      const takesW = now.isOff || now.soc >= 100 ? 0 : Math.min(FULL_W, Math.max(0, surplusW));
      const givesW = now.mode === "hold" ? 0 : Math.max(0, -surplusW);
      now.batteryW = now.mode === "charge" ? -FULL_W : givesW - takesW;
      now.injectionW = surplusW + now.batteryW;
      await server.set(inverter.at(103, 12), [Math.round(now.pvW / 10)]);
      at.clock.advance(1000);
      await at.site.tick();
      powers.push({ ...now });
    }
    return powers;
  };
  return { ...at, live, now };
}

it("does not charge from the grid for zero export: the battery stores the surplus by itself", async () => {
  const { live, send, reported } = await openHouse(1500);
  await live(2);
  send({ type: "ZERO_EXPORT", limit_kw: 0 });
  for (const { injectionW, batteryW, mode } of await live(30)) {
    expect(mode).not.toBe("charge");
    expect(batteryW).toBe(-500);
    expect(injectionW).toBe(0);
  }
  expect(reported.acknowledged.flatMap(({ devices }) => devices)).toEqual([
    { device_id: "dev_pv", outcome: "executed" },
    { device_id: "dev_bat", outcome: "executed" },
  ]);
});

it("limits the inverter for zero export when the battery is full", async () => {
  const { live, send, now } = await openHouse(4000);
  now.soc = 100;
  await live(2);
  send({ type: "ZERO_EXPORT", limit_kw: 0 });
  const last = (await live(5)).at(-1)!;
  expect(last.pvW).toBeLessThanOrEqual(LOAD_W);
  expect(last.pvW).toBeGreaterThan(LOAD_W - 30);
});

it("limits the inverter for zero export when the battery stores nothing", async () => {
  const { live, send, now } = await openHouse(4000);
  now.isOff = true;
  await live(2);
  send({ type: "ZERO_EXPORT", limit_kw: 0 });
  const last = (await live(15)).at(-1)!;
  expect(last.pvW).toBeLessThanOrEqual(LOAD_W);
  expect(last.pvW).toBeGreaterThan(LOAD_W - 30);
});

it.each([
  [500, 0],
  [1500, -500],
])(
  "is held at its reserve for zero export: with %i W of sun it gives %i W",
  async (sunW, gives) => {
    const { live, send, now } = await openHouse(sunW);
    now.soc = 30;
    send({ type: "ZERO_EXPORT", limit_kw: 0, battery_reserve: 0.3 });
    expect((await live(5)).at(-1)).toMatchObject({ mode: "hold", batteryW: gives });
    now.soc = 31;
    expect((await live(2)).at(-1)!.mode).toBe("unknown");
  },
);

it("charges with full power for maximum consumption", async () => {
  const { live, send } = await openHouse(4000);
  send({ type: "MAX_CONSUMPTION" });
  expect((await live(5)).at(-1)).toMatchObject({ mode: "charge", injectionW: -4000, pvW: 0 });
});
