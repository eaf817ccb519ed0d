import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { env } from "../../env.ts";

/** Whether the portal is reached over https, according to `PUBLIC_URL`. */
export const isHttps = (): boolean => env().PUBLIC_URL?.startsWith("https:") ?? false;

/** The context of a request. */
interface RequestContext {
  /** The caller's address; null if it is not known. */
  address: string | null;
  /** The request id in both logs, the audit trail and the response. */
  requestId?: string;
  /** The route or operation, once it is known. */
  route?: string;
}

const KEY = Symbol.for("curtail.portal.origin");
const shared = globalThis as typeof globalThis & { [KEY]?: AsyncLocalStorage<RequestContext> };
/** Next loads modules once for pages and once for handlers; both share this. */
const contexts = (shared[KEY] ??= new AsyncLocalStorage<RequestContext>());

/** Runs something in a request's context, which log and audit rows then use. */
export const runInContext = <T>(context: RequestContext, run: () => T): T =>
  contexts.run({ requestId: getRequestId(), ...context }, run);

/** Sets the route name of the current request, for access log and metrics. */
export function setRouteName(route: string): void {
  const context = contexts.getStore();
  if (context) context.route = route;
}

/** The context of the current request. */
export const getRequestContext = (): RequestContext => contexts.getStore() ?? { address: null };

/** The id of the current request, set by the request preload; else a new one. */
export const getRequestId = (): string => contexts.getStore()?.requestId ?? randomUUID();
