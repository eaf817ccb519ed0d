import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { expect, test } from "@playwright/test";
import type { TestProject } from "vitest/node";
import { openBridge } from "../../bridge/bridge.ts";
import {
  operations,
  type AnswerOf,
  type BodyInput,
  type OperationId,
  type ParamsOf,
} from "../../lib/contract/index.ts";
import { parseEnv } from "../../lib/env.ts";
import { openLog } from "../../lib/log/logger.ts";
import { openMqttGateway } from "../../service/gateway/mqtt/mqtt-gateway.ts";
import { openService } from "../../service/service.ts";
import { alpha, battery, meter } from "../bridge/devices.ts";
import { preferredServer, startModbusServer } from "../bridge/modbus-server.ts";
import { brokers, startBroker } from "../support/broker.ts";
import { createMigrated, sharePostgres, toDatabaseUrl } from "../support/postgres-setup.ts";
import { signIn } from "./sign-in.ts";
import { startPortalBefore } from "./standalone-portal.ts";

const KEY = "ck_only-for-browser-tests";
const STAFF = { email: "bridge@staff.example", password: "only-for-browser-tests" };
const MINUTE_MS = 60_000;
const STEP_S = 5;
const signed = (value: number) => Math.round(value) & 0xffff;

/** A PostgreSQL of this test, and the address of a service database in it. */
async function openDatabase() {
  let ownerUrl = "";
  const project = { provide: (_: string, url: string) => void (ownerUrl = url) };
  const stop = await sharePostgres(project as unknown as TestProject);
  await createMigrated(ownerUrl, "service", "service_bridge");
  return { url: toDatabaseUrl(ownerUrl, "service", "service_bridge"), stop };
}

test("a control issued in the portal reaches the registers of an inverter and a battery, and its delivery the page", async ({
  browser,
}) => {
  test.setTimeout(400_000);
  const ends: (() => unknown)[] = [];
  const lines: string[] = [];
  const note = (text: string) => void lines.push(`${new Date(now.ms).toISOString()}  ${text}`);
  // The clock of service, bridge and devices: the portal's until the control is issued, then faster.
  const now = { ms: Date.now() };
  try {
    // The house: an inverter with a fixed limit of 70 %, a battery of 5 kW, and a meter.
    const devices = { inverter: alpha(), battery: battery(), meter: meter() };
    const modbus = await startModbusServer(preferredServer, {
      1: devices.inverter.image,
      2: devices.battery.image,
      240: devices.meter.image,
    });
    ends.push(() => modbus.stop());
    const limit = () => modbus.get(devices.inverter.at(123, 3), 5, 1);
    const storage = () => modbus.get(devices.battery.at(704, 20), 11, 2);
    const registers = async (when: string) =>
      note(`registers ${when}: inverter 123 [${await limit()}], battery 704 [${await storage()}]`);
    const house = async () => {
      const [percent = 0, , , , isOn] = await limit();
      const pvW = Math.min(2000, isOn === 1 ? percent / 2 : 5000);
      const [isSet, , high = 0, low = 0] = await storage();
      const batteryW = isSet === 1 ? ((high << 16) | low) >> 0 : 0;
      await modbus.set(devices.inverter.at(103, 12), [signed(pvW / 10)], 1);
      await modbus.set(devices.battery.at(701, 8), [signed(batteryW)], 2);
      await modbus.set(devices.meter.at(203, 16), [signed(500 - pvW - batteryW)], 240);
    };

    const database = await openDatabase();
    ends.push(() => database.stop());
    const broker = await startBroker(brokers.at(-1)!);
    ends.push(() => broker.stop());
    const log = openLog("service", "error");
    const service = await openService(
      parseEnv({ DEMO: "0", FLEX_API_KEY: KEY, RATE_UNKNOWN: "100000" }),
      database.url,
      {
        now: () => now.ms,
        log,
        outages: false,
        demoControls: false,
        field: (onReport) =>
          openMqttGateway({ url: broker.url, now: () => now.ms, onReport, log, clientId: "e2e" }),
      },
    );
    const server = serve({ fetch: service.fetch, hostname: "127.0.0.1", port: 0 });
    await new Promise((listening) => server.once("listening", listening));
    ends.push(async () => {
      await new Promise((closed) => server.close(closed));
      await service.close();
    });
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const call = async <K extends OperationId>(
      key: K,
      { params = {}, body }: { params?: object; body?: BodyInput<K> },
    ): Promise<AnswerOf<K>> => {
      const { method, path, response } = operations[key];
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent((params as ParamsOf<K> & Record<string, string>)[name]!),
      );
      const answer = await fetch(baseUrl + filled, {
        method,
        headers: { "X-API-Key": KEY, "Content-Type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return response.parse(await answer.json()) as AnswerOf<K>;
    };
    await service.tick();

    const group = await call("createGroup", {
      body: { name: "Bridge street", bidding_zone: "NL" },
    });
    const customer = await call("createCustomer", {
      body: { name: "Bridget", email: "bridget@home.example", group_id: group.id },
    });
    const location = await call("createLocation", {
      body: { customer_id: customer.id, latitude: 52.1, longitude: 5.2 },
    });
    const register = async (name: string, device: object) =>
      (
        await call("registerDevice", {
          body: { location_id: location.id, brand: "BRAND_A", name, ...device } as never,
        })
      ).id;
    const inverterId = await register("Inverter", {
      device_type: "SOLAR_INVERTER",
      ratings: { pv_peak_kw: 5, inverter_kw: 5, tilt: 35, azimuth: 180 },
    });
    const batteryId = await register("Battery", {
      device_type: "BATTERY",
      ratings: { capacity_kwh: 20, power_kw: 5 },
    });
    const meterId = await register("Meter", {
      device_type: "METER",
      ratings: { connection_limit_kw: 17 },
    });

    // The bridge, with the clock of the service.
    const folder = mkdtempSync(join(tmpdir(), "bridge-e2e-"));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    const unit = (id: number) => ({
      modbus: `127.0.0.1:${modbus.port}/${id}`,
      meter_positive: "import" as const,
      allow_no_timer: false,
      timeout_ms: 2_000,
    });
    const bridge = openBridge(
      {
        location: location.id,
        mqtt: { url: broker.url },
        prefix: "curtail",
        state_dir: folder,
        turn_ms: 1_000,
        dry_run: false,
        units: [
          { ...unit(1), inverter: inverterId },
          { ...unit(2), battery: batteryId },
          { ...unit(240), meter: meterId },
        ],
      },
      { nowMs: () => now.ms, monotonicMs: () => now.ms },
      { info: note, warn: note },
    );
    ends.push(() => bridge.close());
    const step = async () => {
      now.ms += STEP_S * 1000;
      await modbus.advance(STEP_S);
      await house();
      await bridge.tick();
    };
    const delivery = (control_id: string) => call("getControlDelivery", { params: { control_id } });
    await house();
    await bridge.tick();
    await registers("before");

    // Staff issue the control in the portal.
    const portal = await startPortalBefore({ baseUrl, apiKey: KEY }, STAFF);
    ends.push(() => portal.stop());
    const context = await browser.newContext({ baseURL: portal.portalUrl });
    ends.push(() => context.close());
    now.ms = Math.max(now.ms, Date.now());
    await service.tick();
    await signIn(context, { ...STAFF, ...portal }, STAFF.email);
    const page = await context.newPage();
    await page.goto("/controls/new");
    await page.getByRole("radio", { name: /^Maximum consumption/ }).check();
    await page.getByRole("radio", { name: /^Bridge street/ }).check();
    await page.getByRole("radio", { name: /^Next hour/ }).check();
    await page.getByRole("button", { name: "Issue control…" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: "Issue control", exact: true })
      .click();
    await expect(page.getByRole("heading", { name: "Planned net injection" })).toBeVisible();
    const controlId = decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1)!);
    note(`control ${controlId} issued in the portal`);

    // The hour passes in steps of 5 s; the page gets the same clock.
    const control = await call("getControl", { params: { control_id: controlId } });
    const endMs = Date.parse(control.time_to);
    let isShown = false;
    while (now.ms < endMs + 2 * MINUTE_MS) {
      const minute = Math.floor(now.ms / MINUTE_MS);
      await step();
      if (Math.floor(now.ms / MINUTE_MS) === minute) continue;
      await service.tick();
      const isOn = now.ms >= Date.parse(control.time_from) && now.ms < endMs - MINUTE_MS;
      if (isOn)
        await expect.poll(() => bridge.site.status.setpoint?.leftMs ?? 0).toBeGreaterThan(0);
      if (!isOn || isShown || bridge.site.status.outcomes.length < 2) continue;
      isShown = true;
      await registers("during");
      expect(await limit()).toMatchObject({ 0: 0, 4: 1 });
      expect((await storage()).slice(0, 4)).toEqual([1, 1, 0xffff, signed(-5000)]);
      await expect
        .poll(async () => {
          await service.tick();
          return (await delivery(controlId)).devices.executed;
        })
        .toBe(2);
      await page.clock.setFixedTime(now.ms);
      await page.reload();
      const confirmed = page
        .getByRole("region", { name: "Devices" })
        .locator("dt")
        .filter({ hasText: "Confirmed" })
        .locator("xpath=following-sibling::dd");
      await expect(confirmed).toContainText(/^2\D/);
      note("the page shows: Confirmed 2");
    }
    expect(isShown).toBe(true);
    await registers("after");
    expect(await limit()).toEqual([7000, 0, 0, 0, 1]);
    expect(await storage()).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

    // Measured by the bridge, computed by the service, shown by the portal.
    await expect
      .poll(async () => {
        await service.tick();
        const { results } = await delivery(controlId);
        return results.slice(1, -1).every(({ reporting }) => reporting === 1);
      })
      .toBe(true);
    const final = await delivery(controlId);
    const whole = final.results[1]!;
    // The load of 0.5 kW and 5 kW into the battery; the panels give nothing.
    expect(whole.measured).toBeCloseTo(-5.5, 1);
    note(
      `delivered: ${JSON.stringify(final.results.map(({ isp, measured, delivered }) => ({ isp, measured, delivered })))}`,
    );
    note(`share ${final.delivered_share}, devices ${JSON.stringify(final.devices)}`);
    expect(final.devices).toMatchObject({ addressed: 2, executed: 2, failed: 0 });
    await page.clock.setFixedTime(now.ms);
    await page.reload();
    const numbers = page.getByRole("region", { name: /^Per quarter-hour/ }).first();
    await expect(
      numbers.getByRole("columnheader", { name: "Delivered", exact: true }),
    ).toBeVisible();
    await expect(numbers).toContainText("−5.5");
    note("the page shows the measured −5.5 kW");
    if (process.env.BRIDGE_SHOW) {
      writeFileSync(`${process.env.BRIDGE_SHOW}/end-to-end.log`, `${lines.join("\n")}\n`);
      await page.screenshot({ path: `${process.env.BRIDGE_SHOW}/end-to-end.png`, fullPage: true });
    }
  } catch (error) {
    console.error(lines.join("\n"));
    throw error;
  } finally {
    for (const end of ends.reverse()) await end();
  }
});
