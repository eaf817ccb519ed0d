const KEY = Symbol.for("curtail.down-parts");

/** The parts of this installation that its supervisor is starting again: PostgreSQL, service, portal. */
export const downParts = (): readonly string[] =>
  (globalThis as { [KEY]?: readonly string[] })[KEY] ?? [];
