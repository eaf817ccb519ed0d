/** The types of SunSpec points that the bridge reads. */
export type PointType = "uint16" | "int16" | "sunssf" | "uint32" | "int32" | "float32" | "string";

/** A point of a model: its offset from the first register after the length, as in the model files. */
export interface Point {
  offset: number;
  type: PointType;
  /** Offset of its scale factor in the same model. */
  scale?: number;
  /** Registers of a string. */
  length?: number;
}

/** Registers that a point takes. */
export const sizeInRegisters = ({ type, length = 1 }: Point): number =>
  type === "string" ? length : type.endsWith("32") ? 2 : 1;

const view = new DataView(new ArrayBuffer(4));
function viewOf(registers: readonly number[], at: number): DataView {
  view.setUint16(0, registers[at] ?? 0);
  view.setUint16(2, registers[at + 1] ?? 0);
  return view;
}

/** The raw number at an offset; null where SunSpec says "not implemented", or a float is infinite. */
function readRaw(registers: readonly number[], { offset, type }: Point): number | null {
  const first = registers[offset];
  if (first === undefined) return null;
  const both = viewOf(registers, offset);
  switch (type) {
    case "uint16":
      return first === 0xffff ? null : first;
    case "int16":
    case "sunssf":
      return first === 0x8000 ? null : both.getInt16(0);
    case "uint32":
      return both.getUint32(0) === 0xffffffff ? null : both.getUint32(0);
    case "int32":
      return both.getUint32(0) === 0x80000000 ? null : both.getInt32(0);
    case "float32":
      return Number.isFinite(both.getFloat32(0)) ? both.getFloat32(0) : null;
    case "string":
      return null;
  }
}

/**
 * The exponent of ten of a point. SunSpec allows -10 to 10; a scale factor that is not implemented or
 * outside that range makes the value unusable.
 */
export function readScale(registers: readonly number[], point: Point): number | null {
  if (point.scale === undefined) return 0;
  const exponent = readRaw(registers, { offset: point.scale, type: "sunssf" });
  return exponent === null || Math.abs(exponent) > 10 ? null : exponent;
}

/** The scaled value of a point in its unit; null if it is not implemented. */
export function readPoint(registers: readonly number[], point: Point): number | null {
  const raw = readRaw(registers, point);
  const exponent = readScale(registers, point);
  if (raw === null || exponent === null) return null;
  return exponent < 0 ? raw / 10 ** -exponent : raw * 10 ** exponent;
}

/** A string of a model, without the padding. */
export function readText(registers: readonly number[], { offset, length = 0 }: Point): string {
  const bytes = registers.slice(offset, offset + length).flatMap((word) => [word >> 8, word & 255]);
  const end = bytes.indexOf(0);
  return String.fromCharCode(...(end < 0 ? bytes : bytes.slice(0, end))).trim();
}

/** The registers of a 32-bit number, high word first. */
export const toWords = (value: number): [number, number] => [
  Math.trunc(value / 0x1_0000) & 0xffff,
  value & 0xffff,
];

/** A signed 16-bit value as a register. */
export const toRegister = (value: number): number => value & 0xffff;
