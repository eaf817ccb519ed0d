import type { DeviceImage } from "./modbus-server.ts";

/**
 * SunSpec devices as vendors build them. Offsets are written out here, from the model files of the
 * SunSpec Alliance, and not taken from the code under test.
 */
const NA = 0xffff;
const NA_SIGNED = 0x8000;
const signed = (value: number) => value & 0xffff;
const text = (value: string, registers: number) =>
  Array.from(
    { length: registers },
    (_, i) => ((value.charCodeAt(2 * i) || 0) << 8) | (value.charCodeAt(2 * i + 1) || 0),
  );
export const floatWords = (value: number): [number, number] => {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  return [view.getUint16(0), view.getUint16(2)];
};

export interface Block {
  id: number;
  length: number;
  values: Record<number, number | readonly number[]>;
  writable?: readonly number[];
}

const common = (vendor: string, name: string, serial: string): Block => ({
  id: 1,
  length: 66,
  values: {
    0: text(vendor, 16),
    16: text(name, 16),
    32: text("", 8),
    40: text("1.2.3", 8),
    48: text(serial, 16),
    64: 1,
  },
});

/** Lays models out one after the other. Registers without a value are "not implemented". */
function build(base: number, blocks: readonly Block[]) {
  const registers: Record<number, number> = { [base]: 0x5375, [base + 1]: 0x6e53 };
  const writable: number[] = [];
  const models: Record<number, number> = {};
  let address = base + 2;
  for (const { id, length, values, writable: open = [] } of blocks) {
    registers[address] = id;
    registers[address + 1] = length;
    const start = address + 2;
    models[id] = start;
    for (let i = 0; i < length; i++) registers[start + i] = NA;
    for (const [offset, value] of Object.entries(values))
      for (const [i, one] of [value].flat().entries()) registers[start + Number(offset) + i] = one;
    writable.push(...open.map((offset) => start + offset));
    address = start + length;
  }
  registers[address] = 0xffff;
  registers[address + 1] = 0;
  return { registers, writable, at: (id: number, offset: number) => models[id]! + offset };
}

/** A simulated device: its image, and where a test finds its registers. */
export interface TestDevice {
  image: DeviceImage;
  at(model: number, offset: number): number;
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

/**
 * Vendor Alpha: models 103, 120–123, integers with scale factors, map at 40000. After the revert time
 * it has no limit at all. The installer fixed 70 %.
 */
export function alpha(
  options: { fixed?: boolean; timer?: boolean; quirks?: DeviceImage["quirks"] } = {},
): TestDevice {
  const { fixed = true, timer = true, quirks = {} } = options;
  const { registers, writable, at } = build(40_000, [
    common("Alpha", "A5000", "A-0001"),
    { id: 103, length: 50, values: { 12: 300, 13: 1, 36: 4 } },
    { id: 120, length: 26, values: { 0: 4, 1: 5000, 2: 0 } },
    { id: 121, length: 30, values: { 0: 500, 20: 1 } },
    { id: 122, length: 44, values: { 29: 420, 30: 1 } },
    {
      id: 123,
      length: 24,
      values: { 2: 1, 3: 7000, 4: 0, 5: timer ? 0 : NA, 6: 0, 7: fixed ? 1 : 0, 21: signed(-2) },
      writable: range(2, 7),
    },
  ]);
  const timers = [
    {
      seconds: [at(123, 5)],
      arm: range(at(123, 3), at(123, 7)),
      revert: [{ address: at(123, 7), value: 0 }],
    },
  ];
  return { image: { registers, writable, timers: timer ? timers : [], quirks }, at };
}

/** Vendor Beta: models 701, 702, 704, map at 0, slow. It reverts to the installer's 60 % by itself. */
export function beta(quirks: DeviceImage["quirks"] = { slowMs: 15 }): TestDevice {
  const { registers, writable, at } = build(0, [
    common("Beta", "B8", "B-0002"),
    { id: 701, length: 153, values: { 0: 2, 1: 1, 8: 4000, 114: 0 } },
    { id: 702, length: 50, values: { 0: 8000, 24: 8000, 43: 0 } },
    {
      id: 704,
      length: 65,
      values: {
        12: 1,
        13: 600,
        14: 0,
        15: 0,
        16: [0, 0],
        18: [0, 0],
        20: 0,
        52: signed(-1),
        53: 0,
      },
      writable: [...range(12, 17), ...range(20, 30)],
    },
  ]);
  const timers = [
    {
      seconds: [at(704, 16), at(704, 17)],
      arm: range(at(704, 12), at(704, 17)),
      revert: [
        { address: at(704, 12), from: at(704, 15) },
        { address: at(704, 13), from: at(704, 14) },
      ],
    },
  ];
  return { image: { registers, writable, timers, quirks }, at };
}

/**
 * Vendor Gamma: a hybrid with models 113, 120, 123, 124, floats, map at 50000. It takes single writes
 * only, no negative rates, has no window and ramp times, and its registers change late.
 */
export function gamma(): TestDevice {
  const { registers, writable, at } = build(50_000, [
    common("Gamma", "G10H", ""),
    { id: 113, length: 60, values: { 20: floatWords(2500) } },
    { id: 120, length: 26, values: { 0: 82, 1: 10, 2: 3, 21: 50, 22: 2, 23: 50, 24: 2 } },
    {
      id: 123,
      length: 24,
      values: { 2: 1, 3: 100, 4: NA, 5: 0, 6: NA, 7: 0, 21: 0 },
      writable: [2, 3, 5, 7],
    },
    {
      id: 124,
      length: 24,
      values: {
        0: 5000,
        3: 0,
        6: 550,
        10: 1000,
        11: 1000,
        13: 0,
        15: 0,
        16: 0,
        17: 0,
        20: signed(-1),
        23: signed(-1),
      },
      writable: [3, 10, 11, 13, 15],
    },
  ]);
  const timers = [
    {
      seconds: [at(123, 5)],
      arm: [at(123, 3), at(123, 5), at(123, 7)],
      revert: [{ address: at(123, 7), value: 0 }],
    },
    {
      seconds: [at(124, 13)],
      arm: [at(124, 3), at(124, 10), at(124, 11), at(124, 13)],
      revert: [{ address: at(124, 3), value: 0 }],
    },
  ];
  const quirks = { singleWrites: 1, lateReads: 1, noNegative: [at(124, 10), at(124, 11)] };
  return { image: { registers, writable, timers, quirks }, at };
}

/** An AC-coupled battery of models 701, 702, 704 and 713: 5 kW. */
export function battery(percent = 50): TestDevice {
  const { registers, writable, at } = build(40_000, [
    common("Delta", "D5", "D-0004"),
    { id: 701, length: 153, values: { 0: 0, 1: 1, 8: 0, 114: 0 } },
    { id: 702, length: 50, values: { 0: 5000, 8: 5000, 9: 5000, 24: 5000, 43: 0 } },
    {
      id: 704,
      length: 65,
      values: {
        12: 0,
        13: 1000,
        20: 0,
        21: 1,
        22: [0, 0],
        24: [0, 0],
        26: 0,
        27: 0,
        28: 0,
        29: [0, 0],
        52: signed(-1),
        53: 0,
      },
      writable: [...range(12, 17), ...range(20, 30)],
    },
    { id: 713, length: 7, values: { 0: 10, 2: percent, 5: 3, 6: 0 } },
  ]);
  const timers = [
    {
      seconds: [at(704, 29), at(704, 30)],
      arm: range(at(704, 20), at(704, 30)),
      revert: [{ address: at(704, 20), from: at(704, 28) }],
    },
  ];
  return { image: { registers, writable, timers }, at };
}

/** A meter of model 203 at the connection point; import positive. */
export function meter(): TestDevice {
  const { registers, writable, at } = build(40_000, [
    common("Epsilon", "M3", "M-0005"),
    { id: 203, length: 105, values: { 16: 0, 20: 0, 17: NA_SIGNED } },
  ]);
  return { image: { registers, writable, timers: [] }, at };
}

/** A device with a common block and the given models only, at a base address. */
export function withModels(base: number, models: readonly Block[]): TestDevice {
  const { registers, writable, at } = build(base, [common("Zeta", "Z1", "Z-0006"), ...models]);
  return { image: { registers, writable, timers: [] }, at };
}
