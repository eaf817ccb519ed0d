/**
 * Lists that share what they have in common: the same items appended in the same order give the same
 * list, so that what depends on a list is computed once for all that have it.
 */
export class SharedLists<T> {
  private readonly longer = new Map<readonly T[], Map<T, readonly T[]>>();

  /** The list with one more item. */
  append(list: readonly T[], item: T): readonly T[] {
    let byItem = this.longer.get(list);
    if (!byItem) this.longer.set(list, (byItem = new Map()));
    let appended = byItem.get(item);
    if (!appended) byItem.set(item, (appended = [...list, item]));
    return appended;
  }
}
