const KEY = Symbol.for("curtail.down-parts");

/** The parts that the supervisor is restarting: PostgreSQL, service, portal. */
export const downParts = (): readonly string[] =>
  (globalThis as { [KEY]?: readonly string[] })[KEY] ?? [];
