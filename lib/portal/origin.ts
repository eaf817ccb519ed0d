import { AsyncLocalStorage } from "node:async_hooks";

/** Where a request came from. */
export interface Origin {
  /** The caller's address; null where it is not known. */
  address: string | null;
}

const KEY = Symbol.for("curtail.portal.origin");
const shared = globalThis as typeof globalThis & { [KEY]?: AsyncLocalStorage<Origin> };
/** Next loads modules once for pages and once for handlers; both read the same. */
const origins = (shared[KEY] ??= new AsyncLocalStorage<Origin>());

/** Does something as coming from there: what is written down meanwhile says so. */
export const comingFrom = <T>(origin: Origin, act: () => T): T => origins.run(origin, act);

/** Where what is being done came from. */
export const originOf = (): Origin => origins.getStore() ?? { address: null };
