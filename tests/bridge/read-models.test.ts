import { describe, expect, it, onTestFinished } from "vitest";
import { openAdapter } from "../../bridge/bridge.ts";
import { FixedLimits } from "../../bridge/files/fixed-limits.ts";
import { floatWords, withModels, type Block } from "./devices.ts";
import { serverKinds, startModbusServer } from "./modbus-server.ts";
import { stateFolder, TestClock } from "./test-site.ts";

/** Base addresses at which a map may begin, taken in turn. */
const BASES = [40_000, 0, 50_000];
const signed = (value: number) => value & 0xffff;

/** Models of inverters with 2,470 W: single, split and three phase, integers and floats, and DER. */
const inverters: [name: string, block: Block][] = [
  ...[101, 102, 103].map((id): [string, Block] => [
    `${id}`,
    { id, length: 50, values: { 12: 247, 13: 1 } },
  ]),
  ...[111, 112, 113].map((id): [string, Block] => [
    `${id}`,
    { id, length: 60, values: { 20: floatWords(2470) } },
  ]),
  ["701", { id: 701, length: 153, values: { 8: 2470, 114: 0 } }],
];

/** Models of meters that import 1,530 W. */
const meters = [201, 202, 203, 204].map((id): [string, Block] => [
  `${id}`,
  { id, length: 105, values: { 16: 153, 17: 0x8000, 20: 1 } },
]);

const rating: Block = { id: 121, length: 30, values: { 0: 500, 20: 1 } };

/** Where a battery reports its charge of 64.5 %, each with a scale factor of its own. */
const batteries: [string, Block[]][] = [
  ["124", [{ id: 124, length: 24, values: { 0: 5000, 6: 645, 16: 0, 20: signed(-1) } }]],
  [
    "802",
    [
      {
        id: 802,
        length: 62,
        values: { 2: 330, 3: 500, 9: 6450, 52: 1, 54: signed(-2) },
      },
    ],
  ],
  ["713", [{ id: 713, length: 7, values: { 2: 645, 6: signed(-1) } }]],
];

describe.each(serverKinds)("a SunSpec device on a Modbus server (%s) is read", (kind) => {
  const read = async (models: Block[], part: "inverter" | "battery" | "meter", turn: number) => {
    const device = withModels(BASES[turn % BASES.length]!, models);
    const server = await startModbusServer(kind, { 7: device.image });
    onTestFinished(() => server.stop());
    const connections = new Map();
    onTestFinished(() => connections.forEach((one) => one.close()));
    const adapter = openAdapter(
      {
        modbus: `127.0.0.1:${server.port}/7`,
        [part]: "dev_1",
        meter_positive: "import",
        allow_no_timer: false,
        timeout_ms: 500,
      },
      {
        clock: new TestClock(),
        log: { info: () => {}, warn: () => {} },
        fixed: new FixedLimits(stateFolder()),
        isDryRun: false,
        connections,
      },
    );
    return adapter.read();
  };

  it.each(inverters)("as an inverter of model %s", async (_, block) => {
    const { inverter } = await read([block, rating], "inverter", block.id);
    expect(inverter).toMatchObject({ powerW: 2470, ratedW: 5000 });
  });

  it.each(meters)("as a meter of model %s", async (_, block) => {
    expect(await read([block], "meter", block.id)).toMatchObject({ meterW: -1530 });
  });

  it.each(batteries)("as a battery of model %s", async (name, blocks) => {
    const power: Block = { id: 103, length: 50, values: { 12: signed(-120), 13: 1 } };
    const { battery } = await read([power, ...blocks], "battery", blocks[0]!.id);
    expect(battery!.powerW).toBe(-1200);
    expect(battery!.stateOfCharge).toBeCloseTo(0.645, 6);
    if (name === "802") expect(battery).toMatchObject({ maxChargeW: 3300, maxDischargeW: 5000 });
  });

  it.each([
    ["off", 1, 0],
    ["sleeping", 2, 1],
    ["on standby", 8, 7],
  ])("as an inverter of 0 W without a power while it is %s", async (_, st, invSt) => {
    const asleep: Block[] = [
      { id: 103, length: 50, values: { 12: 0x8000, 13: 1, 36: st } },
      { id: 113, length: 60, values: { 20: [0x7fc0, 0], 46: st } },
      { id: 701, length: 153, values: { 1: 0, 2: invSt, 8: 0x8000, 114: 0 } },
    ];
    for (const block of asleep) {
      const { inverter } = await read([block, rating], "inverter", block.id);
      expect(inverter).toMatchObject({ powerW: 0, ratedW: 5000 });
    }
  });

  it("as unknown without a power while it produces or has a fault", async () => {
    for (const st of [3, 4, 5, 7, 0xffff]) {
      const block: Block = { id: 103, length: 50, values: { 12: 0x8000, 13: 1, 36: st } };
      await expect(read([block, rating], "inverter", 0)).rejects.toMatchObject({ fault: "silent" });
    }
  });

  it.each([Infinity, -Infinity])("as unknown where a float is %d", async (watts) => {
    const power: Block = { id: 113, length: 60, values: { 20: floatWords(watts), 46: 4 } };
    await expect(read([power, rating], "inverter", 0)).rejects.toMatchObject({ fault: "silent" });
    const meter: Block = { id: 213, length: 124, values: { 26: floatWords(watts) } };
    await expect(read([meter], "meter", 0)).rejects.toMatchObject({ fault: "silent" });
  });

  it("as unknown where a point is not implemented", async () => {
    const missing: Block = { id: 103, length: 50, values: { 12: 0x8000, 13: 1 } };
    await expect(read([missing, rating], "inverter", 0)).rejects.toMatchObject({
      fault: "silent",
    });
    const power: Block = { id: 103, length: 50, values: { 12: 0, 13: 0 } };
    const { battery } = await read(
      [power, { id: 713, length: 7, values: { 6: signed(-1) } }],
      "battery",
      1,
    );
    expect(battery!.stateOfCharge).toBeNull();
  });
});
