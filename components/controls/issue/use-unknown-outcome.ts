"use client";

import useSWR from "swr";
import { request, type Fetched } from "@/components/api/request.ts";
import { addressOfRoute } from "@/components/api/build-url.ts";
import type { OwnOutcome } from "@/lib/portal/http/request-outcome.ts";
import type { PortalRoute } from "@/lib/portal/auth/portal-routes.ts";

const ROUTE: PortalRoute = "GET /api/audit/outcomes/{request_id}";
const EVERY_MS = 5_000;

const isOpen = (outcome: OwnOutcome | undefined) => !outcome || outcome.outcome === "unknown";
const refreshInterval = (latest?: Fetched<OwnOutcome>) => (isOpen(latest?.data) ? EVERY_MS : 0);

/** What the portal found out about an order of unknown outcome; null while it does not know. */
export function useOutcome(requestId: string | undefined): OwnOutcome | null {
  const address = requestId ? addressOfRoute(ROUTE, { request_id: requestId }).url : null;
  const { data } = useSWR<Fetched<OwnOutcome>>(
    address,
    (url: string) => request<OwnOutcome>({ method: "GET", url }),
    { refreshInterval },
  );
  return data && !isOpen(data.data) ? data.data : null;
}
