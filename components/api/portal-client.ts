import type { PortalRoute } from "@/lib/portal/auth/portal-routes.ts";
import { request } from "./request.ts";
import { addressOfRoute } from "./build-url.ts";

export type OwnChange = Exclude<PortalRoute, `GET ${string}`>;
export { ProblemError } from "./request.ts";
type Values = Record<string, unknown>;

/** Orders something of the portal itself, once. @throws ProblemError */
export async function sendOwn<T = null>(
  route: OwnChange,
  input: { params?: Values; body?: unknown } = {},
): Promise<T> {
  return (await request<T>(addressOfRoute(route, input.params), input.body)).data;
}
