/** What of a draft differs from what its form was loaded with; blanks around a text do not count. */
export const changesOf = <D extends object>(loaded: D, draft: D): Partial<D> =>
  Object.fromEntries(
    Object.entries(draft).filter(
      ([field, value]) => bare(value) !== bare(loaded[field as keyof D]),
    ),
  ) as Partial<D>;

const bare = (value: unknown) => (typeof value === "string" ? value.trim() : value);
