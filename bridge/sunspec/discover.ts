import { DeviceError } from "../adapter/adapter.ts";
import type { ModbusConnection } from "../modbus/connection.ts";
import { COMMON } from "./models.ts";
import { readPoint, readText, sizeInRegisters, type Point } from "./registers.ts";

/** Where the map may begin, in the order in which the specification tells to try. */
const BASES = [40_000, 0, 50_000];
const SUNS = [0x5375, 0x6e53];
const END = 0xffff;
const MAX_MODELS = 100;
const MAX_REGISTER = 0xffff;
const REQUEST_REGISTERS = 120;

/** A model of a device: its number, and the address and count of the registers after its length. */
export interface Model {
  id: number;
  address: number;
  length: number;
}

/** A SunSpec device as found on its bus. */
export interface FoundDevice {
  unit: number;
  base: number;
  manufacturer: string;
  model: string;
  version: string;
  serial: string;
  models: Model[];
}

/**
 * Finds the SunSpec map of a unit and walks its chain of models.
 * @throws DeviceError `unsupported` where there is none, or another fault if the device does not answer
 */
export async function discover(connection: ModbusConnection, unit: number): Promise<FoundDevice> {
  const base = await findBase(connection, unit);
  const models = await walk(connection, unit, base + SUNS.length);
  const common = models.find(({ id }) => id === 1);
  if (!common) throw new DeviceError("unsupported", "the SunSpec map has no common model");
  const count = Math.min(common.length, 64);
  const registers = await connection.read(unit, common.address, count);
  return {
    unit,
    base,
    manufacturer: readText(registers, COMMON.manufacturer),
    model: readText(registers, COMMON.model),
    version: readText(registers, COMMON.version),
    serial: readText(registers, COMMON.serial),
    models,
  };
}

async function findBase(connection: ModbusConnection, unit: number): Promise<number> {
  for (const base of BASES) {
    try {
      const [first, second] = await connection.read(unit, base, 2);
      if (first === SUNS[0] && second === SUNS[1]) return base;
    } catch (error) {
      if ((error as DeviceError).fault !== "refused") throw error;
    }
  }
  throw new DeviceError("unsupported", `no SunSpec map at ${BASES.join(", ")} of unit ${unit}`);
}

async function walk(connection: ModbusConnection, unit: number, from: number): Promise<Model[]> {
  const models: Model[] = [];
  let address = from;
  while (models.length < MAX_MODELS && address < MAX_REGISTER) {
    const [id = END, length = 0] = await connection.read(unit, address, 2);
    if (id === END) return models;
    models.push({ id, address: address + 2, length });
    address += 2 + length;
  }
  throw new DeviceError("unsupported", "the chain of SunSpec models has no end");
}

/** Reads points of a model, each group in one request as far as its size allows. */
export async function readPoints<K extends string>(
  connection: ModbusConnection,
  unit: number,
  model: Model,
  points: Record<K, Point>,
): Promise<{ values: Record<K, number | null>; registers: number[]; from: number }> {
  const entries = Object.entries(points) as [K, Point][];
  const offsets = entries.flatMap(([, point]) => [
    point.offset,
    point.offset + sizeInRegisters(point) - 1,
    ...(point.scale === undefined ? [] : [point.scale]),
  ]);
  const from = Math.min(...offsets);
  const end = Math.min(Math.max(...offsets) + 1, model.length);
  const parts: number[] = Array.from({ length: from });
  for (let at = from; at < end; at += REQUEST_REGISTERS) {
    const count = Math.min(REQUEST_REGISTERS, end - at);
    parts.push(...(await connection.read(unit, model.address + at, count)));
  }
  const values = Object.fromEntries(entries.map(([key, point]) => [key, readPoint(parts, point)]));
  return { values: values as Record<K, number | null>, registers: parts, from };
}
