import type { ControlTarget } from "../../lib/contract/index.ts";
import { floorQuarter, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { forecast } from "../engine/forecast.ts";
import type { Reading } from "../gateway/gateway.ts";
import type { Simulator } from "../gateway/simulator/simulator.ts";
import { Fleet } from "../planning/fleet.ts";
import { measureDeliveries } from "../planning/delivery.ts";
import { cancelControl, planNewControl, recordControl } from "../planning/record-control.ts";
import { learnFrom } from "../planning/interval-training.ts";
import { getKwIn, putSpan, quarterValues } from "../planning/aggregate-minutes.ts";
import {
  getAffected,
  isAffected,
  observeSites,
  toFreeOutputs,
} from "../planning/observed-sites.ts";
import { updateLiveState, REVERT_MS } from "../planning/live-state.ts";
import { placeInOrder } from "../store/acceptance-locks.ts";
import { readControlRow } from "../store/control-list.ts";
import { controlsAt, type ControlAt } from "../store/controls.ts";
import { CONTROLLED, PANELS } from "../store/location-days.ts";
import { saveLive } from "../store/live-state.ts";
import { newMinuteRows, type MinuteRows } from "../store/minute-rows.ts";
import { saveForecastModels } from "../store/forecast-models.ts";
import type { Slot } from "../store/interval-slot.ts";
import type { Db } from "../store/store.ts";
import type { DemoControl } from "./controls.ts";
import { dayIn, type BackfillState } from "./backfill.ts";
import { collectReports, dispatchDue } from "../jobs/dispatch-setpoints.ts";
import type { PanelGain } from "../engine/sky-field.ts";
import { loadRamps, observeRamps, saveRamps, type RampLesson } from "../planning/ramps.ts";
import { observeSky } from "../planning/sky.ts";

/** The renewal step is shorter than the validity of a setpoint, so none expires in between. */
const STEP_MS = REVERT_MS;

interface DemoDeps {
  tx: Db;
  simulator: Simulator;
  states: ReadonlyMap<string, BackfillState>;
  targetOf(control: DemoControl): ControlTarget;
}

/**
 * Runs the controls of the demo's history: the live code accepts, dispatches, measures and cancels
 * them, minute by minute in their quarter-hours.
 */
export class DemoExchange {
  private readonly issued = new Map<DemoControl, string>();
  private previous: { quarterMs: number; rows: Map<string, MinuteRows> } | null = null;

  constructor(
    private readonly world: DemoDeps,
    private readonly controls: readonly DemoControl[],
  ) {}

  /**
   * Whether a control is accepted or active in a quarter-hour, starts right after it, or devices may
   * still hold one.
   */
  concerns(quarterMs: number): boolean {
    return this.controls.some(
      ({ acceptedMs, fromMs, toMs }) =>
        floorQuarter(acceptedMs) === quarterMs ||
        (floorQuarter(fromMs) - QUARTER_MS <= quarterMs && quarterMs < toMs + REVERT_MS),
    );
  }

  /** Simulates a quarter-hour whose forecasts are frozen. */
  async goThrough(
    quarterMs: number,
    slot: Slot,
    gains: ReadonlyMap<string, PanelGain>,
  ): Promise<void> {
    const { tx, states } = this.world;
    const rows = new Map<string, MinuteRows>();
    for (const [id, { stored }] of states) rows.set(id, newMinuteRows(stored.devices.length));
    let plans = new Map<string, readonly ControlAt[]>();
    for (let ms = quarterMs; ms < quarterMs + QUARTER_MS; ms += STEP_MS) {
      plans = await this.exchange(ms);
      await this.measure(ms, rows, plans);
    }
    for (const one of states.values())
      record(one, quarterMs, slot, rows.get(one.stored.locationId)!, plans);
    const sites = [...states.values()].map(({ stored }) => stored);
    await this.learnRamps({ sites, quarterMs, rows, plans });
    const observed = observeSites(sites, quarterMs, rows, getAffected(plans, quarterMs));
    const { field } = observeSky(toFreeOutputs(observed), quarterMs, gains);
    const models = new Map([...states].map(([id, { learned }]) => [id, learned]));
    await measureDeliveries(tx, { sites, quarterMs, rows, plans, sky: { field, gains }, models });
  }

  private async learnRamps(quarter: Omit<RampLesson, "previousRows">): Promise<void> {
    const { quarterMs, rows } = quarter;
    const previousRows =
      this.previous?.quarterMs === quarterMs - QUARTER_MS ? this.previous.rows : new Map();
    this.previous = { quarterMs, rows: new Map(rows) };
    const learnedRamps = await loadRamps(this.world.tx, [...rows.keys()]);
    await saveRamps(this.world.tx, observeRamps({ ...quarter, previousRows }, learnedRamps));
  }

  /** Makes due decisions and exchanges with devices; returns the controls around this quarter-hour. */
  private async exchange(ms: number): Promise<Map<string, readonly ControlAt[]>> {
    const { tx, simulator, states } = this.world;
    await this.decide(ms);
    await dispatchDue(tx, simulator, ms);
    const onRefused = (error: unknown) => {
      throw error;
    };
    await collectReports(tx, simulator, ms, { fleet: new Fleet(), onRefused });
    const fromMs = floorQuarter(ms);
    return controlsAt(tx, [...states.keys()], fromMs - REVERT_MS, fromMs + QUARTER_MS);
  }

  /** Accepts and cancels controls that are due in the next minutes. */
  private async decide(ms: number): Promise<void> {
    const isDue = (atMs: number | null) => atMs !== null && ms <= atMs && atMs < ms + STEP_MS;
    for (const control of this.controls) {
      if (isDue(control.acceptedMs)) await this.accept(control);
      if (isDue(control.cancelledMs)) await this.cancel(control);
    }
  }

  private async accept(control: DemoControl): Promise<void> {
    await this.saveLiveState();
    const { type, fromMs, toMs, reason, acceptedMs } = control;
    const draft = { type, fromMs, toMs, target: this.world.targetOf(control) };
    const { tx } = this.world;
    const plan = await planNewControl(tx, new Fleet(), draft, acceptedMs);
    const { id } = await recordControl(tx, draft, plan, { reason, issuedBy: null }, acceptedMs);
    await placeInOrder(tx, id);
    this.issued.set(control, id);
  }

  private async cancel(control: DemoControl): Promise<void> {
    await this.saveLiveState();
    const row = await readControlRow(this.world.tx, this.issued.get(control)!);
    await cancelControl(this.world.tx, new Fleet(), row!, control.cancelledMs!);
  }

  private async saveLiveState(): Promise<void> {
    const all = [...this.world.states.values()];
    await saveForecastModels(
      this.world.tx,
      new Map(all.map(({ stored, learned }) => [stored.locationId, learned])),
    );
    await saveLive(
      this.world.tx,
      all.flatMap(({ live }) => live ?? []),
    );
  }

  private async measure(
    fromMs: number,
    rows: ReadonlyMap<string, MinuteRows>,
    plans: ReadonlyMap<string, readonly ControlAt[]>,
  ): Promise<void> {
    const quarterMs = floorQuarter(fromMs);
    const readings = new Map<string, Reading[]>();
    await this.world.simulator.collect(fromMs, fromMs + STEP_MS, async (reports) => {
      for (const reading of reports.readings) {
        const siteReadings = readings.get(reading.locationId);
        if (siteReadings) siteReadings.push(reading);
        else readings.set(reading.locationId, [reading]);
      }
    });
    for (const [id, spans] of readings) {
      const one = this.world.states.get(id)!;
      const { site, devices } = one.stored;
      const filled = rows.get(id)!;
      for (const span of spans) putSpan(filled, one.stored, quarterMs, span);
      const controls = plans.get(id) ?? [];
      const isNear = controls.length > 0;
      const expectedPvKw = isNear ? forecast(site, one.learned, quarterMs, 1).pvKw[0]! : 0;
      const context = { controls, expectedPvKw };
      const stored = one.live ?? undefined;
      const kwAt = getKwIn(filled, devices, quarterMs);
      one.live = updateLiveState(stored, one.stored, spans, kwAt, context);
    }
  }
}

/** Records the measurements of a quarter-hour at one site and trains its model. */
function record(
  one: BackfillState,
  quarterMs: number,
  slot: Slot,
  rows: MinuteRows,
  plans: ReadonlyMap<string, readonly ControlAt[]>,
): void {
  const { site, devices, locationId } = one.stored;
  const { panels, ...values } = quarterValues(rows, devices);
  const day = dayIn(one, slot);
  for (const [name, kw] of Object.entries(values))
    day[name as keyof typeof values][slot.index] = kw;
  const hasValues = Object.keys(values).length > 0;
  if (panels) day.flags[slot.index]! |= PANELS;
  if (hasValues && isAffected(plans.get(locationId) ?? [], quarterMs))
    day.flags[slot.index]! |= CONTROLLED;
  const [pv, load, actual] = [day.pv, day.load, day.actual].map((series) => series[slot.index]!);
  const flags = day.flags[slot.index]!;
  learnFrom(site, one.learned, quarterMs, { pv: pv!, load: load!, actual: actual!, flags });
}
