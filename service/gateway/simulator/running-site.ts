import type { Acknowledgement, GatewayDevice, Presence, Reading, Setpoint } from "../gateway.ts";
import { Plant, type PlantMinute, type PlantSetup } from "./site-simulator.ts";
import { MINUTE_MS } from "../../../lib/time/amsterdam.ts";
import { hashed, hashSeed } from "./noise.ts";

const BLOCK_MINUTES = 6 * 60;
const OUTAGE_SHARE = 0.01;
const SHORTEST_MINUTES = 10;
const MAX_OUTAGE_MINUTES = 40;

/** The network connection of a plant. Its outages occur at fixed pseudo-random minutes. */
class Connection {
  private readonly seed: number;
  private readonly outages: boolean;
  private readonly lostMinute: number;
  private block = NaN;
  private fromMinute = Infinity;
  private toMinute = Infinity;

  /** Without `outages` the plant is always online until it is lost for good. */
  constructor(seed: string, outages = true, lostMinute = Infinity) {
    this.lostMinute = lostMinute;
    this.seed = hashSeed(`connection ${seed}`);
    this.outages = outages;
  }

  /** Whether the plant is online in the minute that starts `minute` minutes after 1970. */
  onlineAt(minute: number): boolean {
    if (minute >= this.lostMinute) return false;
    if (!this.outages) return true;
    const block = Math.floor(minute / BLOCK_MINUTES);
    if (block !== this.block) this.enter(block);
    return minute < this.fromMinute || minute >= this.toMinute;
  }

  private enter(block: number): void {
    this.block = block;
    this.fromMinute = this.toMinute = Infinity;
    if (hashed(this.seed, block) >= OUTAGE_SHARE) return;
    const choices = MAX_OUTAGE_MINUTES - SHORTEST_MINUTES + 1;
    const lasts = SHORTEST_MINUTES + Math.floor(hashed(this.seed + 1, block) * choices);
    const into = Math.floor(hashed(this.seed + 2, block) * (BLOCK_MINUTES - lasts));
    this.fromMinute = block * BLOCK_MINUTES + into;
    this.toMinute = this.fromMinute + lasts;
  }
}

/**
 * Whether the plant with this seed is offline in the minute that starts `minute` minutes after
 * 1970: in 1 % of blocks of six hours, for 10 to 40 minutes.
 */
export const offlineAt = (seed: string, minute: number): boolean =>
  !new Connection(seed).onlineAt(minute);

/** Reports of this many minutes may be requested again. */
export const REMEMBERED_MINUTES = 180;
/** After a day the initial state of a battery no longer matters. */
const CATCH_UP_MINUTES = 24 * 60;
const QUARTER = 15;

/** How a plant is simulated: whether it goes offline at times, and how long its reports are kept. */
export interface PlantOptions {
  outages: boolean;
  rememberedMinutes: number;
}

/** The report of a site for one minute: empty while it is offline. */
interface ReportedMinute {
  reading?: Reading;
  presence?: Presence;
}

/**
 * Averages of a plant over a quarter-hour in kW, and the energy of each battery at its end in kWh.
 */
export interface PlantQuarter {
  injectionKw: number;
  pvKw: number;
  loadKw: number;
  batteryKw: number;
  storedKwh: number[];
  /** False if the site was offline for most of the quarter-hour. */
  online: boolean;
}

/**
 * A simulated plant that moves forward in time. Each minute is simulated once; skipped minutes, at
 * most a day of them, are simulated without reports. It starts at the minute for which the battery
 * energy is known, or at the first requested minute if that is earlier.
 */
export class RunningPlant {
  private readonly setup: PlantSetup;
  private readonly plant: Plant;
  private readonly connection: Connection;
  private readonly rememberedMinutes: number;
  private readonly recent = new Map<number, ReportedMinute>();
  private readonly historyFromMinute: number;
  private nextMinute: number | undefined;
  private lastReportedMinute: number | undefined;

  /** `active` is the setpoint already in force. */
  constructor(setup: PlantSetup, { outages, rememberedMinutes }: PlantOptions, active?: Setpoint) {
    this.setup = setup;
    this.rememberedMinutes = rememberedMinutes;
    this.plant = new Plant(setup);
    this.historyFromMinute = Math.floor((setup.storedAtMs ?? Infinity) / MINUTE_MS);
    const lostMinute = (setup.lostAtMs ?? Infinity) / MINUTE_MS;
    this.connection = new Connection(setup.seed, outages, lostMinute);
    if (active) this.plant.obey(active, -Infinity);
  }

  /**
   * Applies this setpoint from its minute, or from the first minute not simulated yet. An offline
   * plant does not receive it. Returns the acknowledgement, if any.
   */
  apply(setpoint: Setpoint, nowMs: number): Acknowledgement | undefined {
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (!this.connection.onlineAt(minute)) return undefined;
    this.plant.obey(setpoint, minute);
    return toAcknowledgement(this.setup, setpoint);
  }

  /**
   * The report for this minute since 1970. Those of the last minutes may be requested again.
   * @throws RangeError when the minute is older
   */
  minuteAt(minute: number): ReportedMinute {
    const recentMinute = this.recent.get(minute);
    if (recentMinute) return recentMinute;
    this.moveTo(minute);
    const reported = this.reported(minute, this.plant.step(minute));
    this.nextMinute = minute + 1;
    this.lastReportedMinute = minute;
    this.remember(minute, reported);
    return reported;
  }

  /**
   * Averages over this quarter-hour since 1970, also while offline; energy at its end.
   * @throws RangeError when the quarter-hour was simulated already
   */
  quarterAt(quarter: number): PlantQuarter {
    const first = quarter * QUARTER;
    this.moveTo(first);
    let [injectionKw, pvKw, loadKw, batteryKw, minutesOnline] = [0, 0, 0, 0, 0];
    let storedKwh: number[] = [];
    for (let minute = first; minute < first + QUARTER; minute++) {
      const did = this.plant.step(minute);
      injectionKw += did.injectionKw / QUARTER;
      pvKw += did.pvKw / QUARTER;
      loadKw += did.loadKw / QUARTER;
      batteryKw += did.batteryKw / QUARTER;
      storedKwh = did.storedKwh;
      if (this.connection.onlineAt(minute)) minutesOnline += 1;
    }
    this.nextMinute = first + QUARTER;
    const online = minutesOnline > QUARTER / 2;
    return { injectionKw, pvKw, loadKw, batteryKw, storedKwh, online };
  }

  private reported(minute: number, did: PlantMinute): ReportedMinute {
    const online = this.connection.onlineAt(minute);
    const stays =
      this.lastReportedMinute === minute - 1 && online === this.connection.onlineAt(minute - 1);
    const { locationId } = this.setup;
    return {
      ...(online && { reading: this.reading(minute, did) }),
      ...(!stays && { presence: { locationId, online, atMs: minute * MINUTE_MS } }),
    };
  }

  private reading(minute: number, did: PlantMinute): Reading {
    return toReading(this.setup, minute, did, this.plant.inverterOutputs(did.pvKw));
  }

  private moveTo(minute: number): void {
    const next = this.nextMinute ?? Math.min(minute, this.historyFromMinute);
    if (minute < next) throw new RangeError("the simulator has left this minute behind");
    for (let m = Math.max(next, minute - CATCH_UP_MINUTES); m < minute; m++) this.plant.step(m);
  }

  private remember(minute: number, reported: ReportedMinute): void {
    this.recent.set(minute, reported);
    for (const old of this.recent.keys()) {
      if (old > minute - this.rememberedMinutes) break;
      this.recent.delete(old);
    }
  }
}

/**
 * The device readings of a plant for a minute: its first meter, each inverter, each battery.
 * Further meters do not report, because the connection point is the sum over all meters. Without a
 * meter, net injection is reported for the location only.
 */
function toReading(
  setup: PlantSetup,
  minute: number,
  did: PlantMinute,
  invertersKw: readonly number[],
): Reading {
  const { locationId, site, devices } = setup;
  const ofType = (type: GatewayDevice["deviceType"]) =>
    devices.filter(({ deviceType }) => deviceType === type);
  const reported: Reading["devices"] = [];
  for (const { id } of ofType("METER").slice(0, 1)) {
    reported.push({ deviceId: id, powerKw: did.injectionKw, stateOfCharge: null });
  }
  invertersKw.forEach((powerKw, i) => {
    const deviceId = ofType("SOLAR_INVERTER")[i]?.id;
    const available = setup.reportsAvailable && { availableKw: did.availableKw[i]! };
    if (deviceId) reported.push({ deviceId, powerKw, stateOfCharge: null, ...available });
  });
  did.batteriesKw.forEach((powerKw, i) => {
    const deviceId = ofType("BATTERY")[i]?.id;
    const stateOfCharge = did.storedKwh[i]! / site.batteries[i]!.capacityKwh;
    if (deviceId) reported.push({ deviceId, powerKw, stateOfCharge });
  });
  const fromMs = minute * MINUTE_MS;
  const { injectionKw } = did;
  return { locationId, fromMs, toMs: fromMs + MINUTE_MS, injectionKw, devices: reported };
}

/**
 * The acknowledgement of a setpoint: executed by healthy devices, failed by broken ones. A release
 * is not acknowledged, so every acknowledgement refers to the control.
 */
function toAcknowledgement(
  { devices, broken }: Pick<PlantSetup, "devices" | "broken">,
  { locationId, controlId, type }: Setpoint,
): Acknowledgement | undefined {
  const controllable = devices.filter((one) => one.controllable && one.deviceType !== "METER");
  if (type === "RELEASE" || controllable.length === 0) return undefined;
  const answers = controllable.map(({ id: deviceId, deviceType }) =>
    deviceType === broken
      ? { deviceId, outcome: "failed" as const, detail: "simulated fault" }
      : { deviceId, outcome: "executed" as const },
  );
  return { locationId, controlId, devices: answers };
}
