"use client";

import { sendPortalChange } from "@/components/api/portal-client.ts";
import { request } from "@/components/api/request.ts";
import { fallbackData, useOperation, useReading } from "@/components/api/use-operation.ts";
import type { AnswerOf, QueryInput } from "@/lib/contract/operations.ts";

const EVERY_MS = 60_000;
/** As many alerts as the service returns at once. */
export const ALERTS_PER_PAGE = 100;
const UNREAD = { method: "GET", url: "/api/account/alerts" };

/** The first page of all alerts and the unread ones, as the server read them; `at` in ms. */
export interface InitialAlerts {
  list: AnswerOf<"listAlerts"> | null;
  unread: string[] | null;
  at: number;
}

/**
 * Alerts of the service, those the user has not read, and what changes that. `initial` is that of the
 * same query.
 */
export function useAlerts(
  query: QueryInput<"listAlerts">,
  { initial, onChange }: { initial?: InitialAlerts | null; onChange?: () => void } = {},
) {
  const options = { refreshInterval: EVERY_MS };
  const list = useOperation(
    "listAlerts",
    { query: { page_size: ALERTS_PER_PAGE, ...query } },
    { ...options, ...(initial && fallbackData(initial.list, initial.at)) },
  );
  const unread = initial?.unread ? { unread: initial.unread } : null;
  const reads = useReading(UNREAD.url, () => request<{ unread: string[] }>(UNREAD), {
    ...options,
    ...fallbackData(unread, initial?.at ?? 0),
  });
  const refresh = () => {
    list.mutate();
    reads.mutate();
    onChange?.();
  };
  const markRead = (alertIds: readonly string[], read: boolean) =>
    void sendPortalChange("POST /api/account/alerts/read", {
      body: { alert_ids: alertIds, read },
    }).then(refresh, refresh);
  return {
    alerts: list.data?.data,
    total: list.total,
    unread: new Set(reads.data?.unread),
    problem: list.data ? null : list.problem,
    refresh,
    markRead,
  };
}
