import type { Asked } from "./writers.ts";

/** A thing that is kept: its id, and what tells which change made it (a name, or a group). */
export interface Kept {
  id: string;
  key: string;
}

/** Keys of changes that were answered and are not there, and of those that are there twice. */
export interface Missed {
  lost: string[];
  doubled: string[];
}

/** Compares what was answered with what is kept. */
export function compare(asked: Asked[], kept: Record<Asked["noun"], Kept[]>): Missed {
  const made = { group: byKey(kept.group), control: byKey(kept.control) };
  const madeBy = ({ noun, key, groupId }: Asked) => made[noun].get(groupId ?? key) ?? [];
  const isLost = (one: Asked) => one.answered.some((id) => !madeBy(one).includes(id));
  const isDoubled = (one: Asked) => madeBy(one).length > 1 || new Set(one.answered).size > 1;
  return {
    lost: asked.filter(isLost).map(({ key }) => key),
    doubled: asked.filter(isDoubled).map(({ key }) => key),
  };
}

function byKey(kept: Kept[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, key } of kept) ids.set(key, [...(ids.get(key) ?? []), id]);
  return ids;
}
