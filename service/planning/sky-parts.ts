import { SkyField } from "../engine/sky-field.ts";
import { loadSkyParts, readSkyVersions, type SkyPart } from "../store/sky-observations.ts";
import type { Db } from "../store/store.ts";

/** The sky that all partitions observed in a quarter-hour, read once. */
export async function loadSky(db: Db, quarterMs: number): Promise<SkyField> {
  return toField(await loadSkyParts(db, quarterMs));
}

const toField = (parts: readonly SkyPart[]): SkyField =>
  SkyField.fromCells(parts.map(({ cells }) => cells));

/**
 * The sky of the quarter-hour that the partitions of this instance close. What other partitions observed of it is
 * read once, and again where it was replaced: each partition needs all of it.
 */
export class SkyParts {
  private read: {
    quarterMs: number;
    parts: ReadonlyMap<number, SkyPart>;
    field: SkyField;
  } | null = null;

  /** The sky that all partitions observed in a quarter-hour. It must not be changed. */
  async load(db: Db, quarterMs: number): Promise<SkyField> {
    const versions = await readSkyVersions(db, quarterMs);
    const { parts: before, field: fieldBefore } =
      this.read?.quarterMs === quarterMs ? this.read : NOTHING;
    const isSame = ({ partition, version }: Omit<SkyPart, "cells">) =>
      before.get(partition)?.version === version;
    const changed = versions.filter((one) => !isSame(one)).map(({ partition }) => partition);
    if (fieldBefore && changed.length === 0 && before.size === versions.length) return fieldBefore;
    const news = await loadSkyParts(db, quarterMs, changed);
    const same = versions.filter(isSame).map(({ partition }) => before.get(partition)!);
    const parts = [...same, ...news].sort((a, b) => a.partition - b.partition);
    const field = toField(parts);
    this.read = { quarterMs, parts: new Map(parts.map((one) => [one.partition, one])), field };
    return field;
  }
}

const NOTHING = { parts: new Map<number, SkyPart>(), field: null };
