import type { Effect } from "../engine/location-change.ts";
import type { Exclusion } from "../engine/preferences.ts";
import { RowsCopy } from "./copy-rows.ts";
import { insertExclusions, type LocationExclusion } from "./exclusions.ts";
import { deliveries } from "./schema-controls.ts";
import type { StatementQueue } from "./statement-queue.ts";
import type { Db } from "./store.ts";

/** What a control addresses at a location, and the parts of its window from which it is excluded. */
export interface Addressed {
  devices: number;
  /** Of its net injection in kW; null: none. */
  limitKw: number | null;
  except?: readonly Exclusion[];
}

/** Takes the effects of a control at its locations while they are computed. */
export interface EffectWriter {
  /** @param kw valid during the call */
  add(locationId: string, kw: Effect, addressed: Addressed): void;
  /** Takes what excludes locations that are not addressed. */
  exclude(exclusions: readonly LocationExclusion[]): void;
  /** Whether the transaction has a statement in progress until the end. */
  readonly isWriting: boolean;
  /** Resolves when all effects are stored. */
  end(): Promise<void>;
  /** Ends without them, before a rollback. */
  abort(): Promise<void>;
}

/** A smaller change of a location in every interval is no effect, in kW. */
const MIN_EFFECT_KW = 0.01;

const hasEffect = ({ beforeKw, afterKw }: Effect): boolean =>
  beforeKw.some((before, part) => Math.abs(afterKw[part]! - before) >= MIN_EFFECT_KW);

const COLUMNS = [
  deliveries.controlId,
  deliveries.locationId,
  deliveries.devices,
  deliveries.limitKw,
  deliveries.hasEffect,
  deliveries.beforeKw,
  deliveries.afterKw,
];

/** Stores the effects of a control at its locations, and its setpoints there in the outbox. */
export class NewDeliveries implements EffectWriter {
  private readonly copy: RowsCopy;
  private readonly controlIdBytes: Buffer;
  private writing: Promise<void> | null = null;
  private readonly exclusions: LocationExclusion[] = [];

  /** @param statements those of the transaction */
  constructor(
    private readonly tx: Db,
    private readonly controlId: string,
    private readonly statements: StatementQueue,
  ) {
    this.controlIdBytes = Buffer.from(controlId);
    this.copy = new RowsCopy(tx, deliveries, COLUMNS);
  }

  get isWriting(): boolean {
    return this.writing !== null;
  }

  add(locationId: string, kw: Effect, { devices, limitKw, except = [] }: Addressed): void {
    this.writing ??= this.begin();
    const { rows } = this.copy;
    rows.startRow();
    rows.addBytes(this.controlIdBytes);
    rows.addText(locationId);
    rows.addInt16(devices);
    rows.addFloat32(limitKw);
    rows.addBoolean(hasEffect(kw));
    rows.addFloat32s(kw.beforeKw);
    rows.addFloat32s(kw.afterKw);
    this.copy.endRow();
    for (const exclusion of except) this.exclusions.push({ locationId, ...exclusion });
  }

  exclude(exclusions: readonly LocationExclusion[]): void {
    for (const exclusion of exclusions) this.exclusions.push(exclusion);
  }

  private begin(): Promise<void> {
    const writing = this.statements.run(() => this.copy.send());
    // `end` reports a failure.
    writing.catch(() => undefined);
    return writing;
  }

  async end(): Promise<void> {
    if (this.writing) {
      this.copy.end();
      await this.writing;
    }
    await this.statements.run(() => insertExclusions(this.tx, this.controlId, this.exclusions));
  }

  async abort(): Promise<void> {
    this.copy.abort();
    await this.writing?.catch(() => undefined);
  }
}
