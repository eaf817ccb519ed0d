import type { Point } from "./registers.ts";

/**
 * Points of the SunSpec models, with offsets from the first register after the model's length.
 * Source: the model files of the SunSpec Alliance, github.com/sunspec/models (smdx and json). The
 * table with the same numbers is in docs/reference/sunspec.md.
 */
export const COMMON = {
  manufacturer: { offset: 0, type: "string", length: 16 },
  model: { offset: 16, type: "string", length: 16 },
  version: { offset: 40, type: "string", length: 8 },
  serial: { offset: 48, type: "string", length: 16 },
} as const satisfies Record<string, Point>;

/** AC power of an inverter, per model: integers with a scale factor, floats, and the DER model. */
export const INVERTER_POWER: Record<number, Point> = {
  101: { offset: 12, type: "int16", scale: 13 },
  102: { offset: 12, type: "int16", scale: 13 },
  103: { offset: 12, type: "int16", scale: 13 },
  111: { offset: 20, type: "float32" },
  112: { offset: 20, type: "float32" },
  113: { offset: 20, type: "float32" },
  701: { offset: 8, type: "int16", scale: 114 },
};

const ST = { offset: 36, type: "uint16" } as const;
const ST_FLOAT = { offset: 46, type: "uint16" } as const;
/** Off, sleeping and standby. */
const OFF_ST = [1, 2, 8];

/** The operating state of an inverter, per model, and its values while it gives no power. */
export const INVERTER_STATE: Record<number, { point: Point; off: readonly number[] }> = {
  101: { point: ST, off: OFF_ST },
  102: { point: ST, off: OFF_ST },
  103: { point: ST, off: OFF_ST },
  111: { point: ST_FLOAT, off: OFF_ST },
  112: { point: ST_FLOAT, off: OFF_ST },
  113: { point: ST_FLOAT, off: OFF_ST },
  701: { point: { offset: 2, type: "uint16" }, off: [0, 1, 7] },
};

/** Total power of a meter, per model. */
export const METER_POWER: Record<number, Point> = {
  201: { offset: 16, type: "int16", scale: 20 },
  202: { offset: 16, type: "int16", scale: 20 },
  203: { offset: 16, type: "int16", scale: 20 },
  204: { offset: 16, type: "int16", scale: 20 },
  211: { offset: 26, type: "float32" },
  212: { offset: 26, type: "float32" },
  213: { offset: 26, type: "float32" },
  214: { offset: 26, type: "float32" },
};

export const NAMEPLATE = {
  WRtg: { offset: 1, type: "uint16", scale: 2 },
  MaxChaRte: { offset: 21, type: "uint16", scale: 22 },
  MaxDisChaRte: { offset: 23, type: "uint16", scale: 24 },
} as const satisfies Record<string, Point>;

export const SETTINGS = { WMax: { offset: 0, type: "uint16", scale: 20 } } as const;

export const STATUS = { WAval: { offset: 29, type: "uint16", scale: 30 } } as const;

/** Model 123, immediate controls. The five registers of the power limit are contiguous. */
export const CONTROLS = {
  WMaxLimPct: { offset: 3, type: "uint16", scale: 21 },
  WMaxLimPct_WinTms: { offset: 4, type: "uint16" },
  WMaxLimPct_RvrtTms: { offset: 5, type: "uint16" },
  WMaxLimPct_RmpTms: { offset: 6, type: "uint16" },
  WMaxLim_Ena: { offset: 7, type: "uint16" },
} as const satisfies Record<string, Point>;

/** Model 124, basic storage controls. */
export const STORAGE = {
  WChaMax: { offset: 0, type: "uint16", scale: 16 },
  StorCtl_Mod: { offset: 3, type: "uint16" },
  MinRsvPct: { offset: 5, type: "uint16", scale: 19 },
  ChaState: { offset: 6, type: "uint16", scale: 20 },
  OutWRte: { offset: 10, type: "int16", scale: 23 },
  InWRte: { offset: 11, type: "int16", scale: 23 },
  InOutWRte_WinTms: { offset: 12, type: "uint16" },
  InOutWRte_RvrtTms: { offset: 13, type: "uint16" },
  InOutWRte_RmpTms: { offset: 14, type: "uint16" },
  ChaGriSet: { offset: 15, type: "uint16" },
} as const satisfies Record<string, Point>;

export const CAPACITY = {
  WMaxRtg: { offset: 0, type: "uint16", scale: 43 },
  WChaRteMaxRtg: { offset: 8, type: "uint16", scale: 43 },
  WDisChaRteMaxRtg: { offset: 9, type: "uint16", scale: 43 },
  WMax: { offset: 24, type: "uint16", scale: 43 },
} as const satisfies Record<string, Point>;

/** Model 704, DER AC controls. */
export const DER_CONTROLS = {
  WMaxLimPctEna: { offset: 12, type: "uint16" },
  WMaxLimPct: { offset: 13, type: "uint16", scale: 52 },
  WMaxLimPctRvrt: { offset: 14, type: "uint16", scale: 52 },
  WMaxLimPctEnaRvrt: { offset: 15, type: "uint16" },
  WMaxLimPctRvrtTms: { offset: 16, type: "uint32" },
  WSetEna: { offset: 20, type: "uint16" },
  WSetMod: { offset: 21, type: "uint16" },
  WSet: { offset: 22, type: "int32", scale: 53 },
  WSetRvrt: { offset: 24, type: "int32", scale: 53 },
  WSetPct: { offset: 26, type: "int16", scale: 54 },
  WSetPctRvrt: { offset: 27, type: "int16", scale: 54 },
  WSetEnaRvrt: { offset: 28, type: "uint16" },
  WSetRvrtTms: { offset: 29, type: "uint32" },
} as const satisfies Record<string, Point>;

export const DER_STORAGE = { SoC: { offset: 2, type: "uint16", scale: 6 } } as const;

export const BATTERY = {
  WChaRteMax: { offset: 2, type: "uint16", scale: 52 },
  WDisChaRteMax: { offset: 3, type: "uint16", scale: 52 },
  SoC: { offset: 9, type: "uint16", scale: 54 },
} as const satisfies Record<string, Point>;
