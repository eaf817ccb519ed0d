import type { PortalRoute } from "@/lib/portal/auth/portal-routes.ts";
import { request } from "./request.ts";
import { buildRouteUrl } from "./routes.ts";

export type PortalChange = Exclude<PortalRoute, `GET ${string}`>;
export { ProblemError } from "./request.ts";
type Values = Record<string, unknown>;

/** Sends a change to the portal itself, once. @throws ProblemError */
export async function sendPortalChange<T = null>(
  route: PortalChange,
  input: { params?: Values; body?: unknown } = {},
): Promise<T> {
  return (await request<T>(buildRouteUrl(route, input.params), input.body)).data;
}
