import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** Where a request came from. */
interface RequestContext {
  /** The caller's address; null where it is not known. */
  address: string | null;
  /** What the request is called in both logs, in the trail and in what is answered. */
  requestId?: string;
  /** Which route or operation was called, once that is known. */
  route?: string;
}

const KEY = Symbol.for("curtail.portal.origin");
const shared = globalThis as typeof globalThis & { [KEY]?: AsyncLocalStorage<RequestContext> };
/** Next loads modules once for pages and once for handlers; both read the same. */
const contexts = (shared[KEY] ??= new AsyncLocalStorage<RequestContext>());

/** Does something as coming from there: what is written down meanwhile says so. */
export const runInContext = <T>(context: RequestContext, run: () => T): T =>
  contexts.run({ requestId: getRequestId(), ...context }, run);

/** Names what the request that is being answered called, for log and metrics at the portal's front. */
export function setRouteName(route: string): void {
  const context = contexts.getStore();
  if (context) context.route = route;
}

/** Where what is being done came from. */
export const getRequestContext = (): RequestContext => contexts.getStore() ?? { address: null };

/** The id of the request that is being answered, given at the portal's front; else a new one. */
export const getRequestId = (): string => contexts.getStore()?.requestId ?? randomUUID();
