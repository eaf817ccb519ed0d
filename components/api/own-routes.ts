"use client";

import type { SWRConfiguration } from "swr";
import type { PortalRoute } from "@/lib/portal/portal-routes.ts";
import { request, type Fetched, type ProblemError } from "./request.ts";
import { addressOfRoute } from "./routes.ts";
import { useReading, type Reading } from "./use-operation.ts";

export type OwnReading = Extract<PortalRoute, `GET ${string}`>;
export type OwnChange = Exclude<PortalRoute, OwnReading>;
type Values = Record<string, unknown>;

/** Orders something of the portal itself, once. @throws ProblemError */
export async function sendOwn<T = null>(
  route: OwnChange,
  input: { params?: Values; body?: unknown } = {},
): Promise<T> {
  return (await request<T>(addressOfRoute(route, input.params), input.body)).data;
}

/** Reads a route of the portal itself and keeps it fresh (SWR); `null` as input reads nothing. */
export function useOwn<T>(
  route: OwnReading,
  input: { params?: Values; query?: Values } | null = {},
  options: SWRConfiguration<Fetched<T>, ProblemError> = {},
): Reading<T> {
  const key = input && addressOfRoute(route, input.params, input.query).url;
  return useReading(key, options);
}
