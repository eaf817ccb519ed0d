import type { Effect } from "../engine/location-change.ts";
import type { Exclusion } from "../engine/preferences.ts";
import type { LocationEffects } from "../store/controls.ts";
import type { LocationExclusion } from "../store/exclusions.ts";

/** Stores the effects of a control at some of its locations. */
export type SaveEffects = (effects: LocationEffects) => Promise<void>;

/** What a control addresses at a location, and the parts of its window from which it is excluded. */
interface Addressed {
  devices: number;
  limit: number | null;
  except?: readonly Exclusion[];
}

/** A smaller change of a location in every interval is no effect, in kW. */
const MIN_EFFECT_KW = 0.01;

/** Locations whose effects are stored at once, while those of the next are computed. */
const LOCATIONS_PER_SAVE = 2_000;

/** Collects the effects of a control and stores them while it is computed. */
export class EffectWriter {
  private saving: Promise<void> = Promise.resolve();
  private effects: LocationEffects;
  private readonly length: number;
  /** Memory of stored effects, which is used again: new memory costs garbage collections. */
  private readonly free: Pick<LocationEffects, "beforeKw" | "afterKw">[] = [];

  constructor(
    locations: number,
    private readonly parts: number,
    private readonly save: SaveEffects,
  ) {
    this.length = Math.min(locations, LOCATIONS_PER_SAVE) * parts;
    this.effects = this.empty();
  }

  private empty(): LocationEffects {
    const { parts, length } = this;
    const memory = this.free.pop() ?? {
      beforeKw: new Float32Array(length),
      afterKw: new Float32Array(length),
    };
    return {
      locationIds: [],
      parts,
      ...memory,
      devices: [],
      limitsKw: [],
      hasEffect: [],
      exclusions: [],
    };
  }

  add(locationId: string, kw: Effect, { devices, limit, except = [] }: Addressed): void {
    const { effects, parts } = this;
    const at = effects.locationIds.length * parts;
    let hasEffect = false;
    for (let part = 0; part < parts; part++) {
      effects.beforeKw[at + part] = kw.beforeKw[part]!;
      effects.afterKw[at + part] = kw.afterKw[part]!;
      hasEffect ||= Math.abs(kw.afterKw[part]! - kw.beforeKw[part]!) >= MIN_EFFECT_KW;
    }
    effects.hasEffect.push(hasEffect);
    effects.locationIds.push(locationId);
    effects.devices.push(devices);
    effects.limitsKw.push(limit);
    for (const exclusion of except) effects.exclusions.push({ locationId, ...exclusion });
    if (at + parts === this.length) this.flush();
  }

  /** Stores what excludes locations that are not addressed. */
  exclude(exclusions: readonly LocationExclusion[]): void {
    for (const exclusion of exclusions) this.effects.exclusions.push(exclusion);
  }

  private flush(): void {
    const { effects } = this;
    if (effects.locationIds.length + effects.exclusions.length === 0) return;
    this.effects = this.empty();
    const used = effects.locationIds.length * this.parts;
    const beforeKw = effects.beforeKw.subarray(0, used);
    const afterKw = effects.afterKw.subarray(0, used);
    this.saving = this.saving.then(async () => {
      await this.save({ ...effects, beforeKw, afterKw });
      this.free.push({ beforeKw: effects.beforeKw, afterKw: effects.afterKw });
    });
    // `end` reports a failure.
    this.saving.catch(() => undefined);
  }

  /** Waits for effects in progress, so that none are stored after a rollback. */
  async settle(): Promise<void> {
    await this.saving.catch(() => undefined);
  }

  /** Resolves when all effects are stored. */
  async end(): Promise<void> {
    this.flush();
    await this.saving;
  }
}
