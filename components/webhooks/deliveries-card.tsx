"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { send } from "@/components/api/operation-client.ts";
import { useAction } from "@/components/api/use-action.ts";
import { Failure } from "@/components/api/failure.tsx";
import { useOperation } from "@/components/api/use-operation.ts";
import { ChartDataTable } from "@/components/chart/chart-data-table.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Field, Select } from "@/components/ui/field.tsx";
import { Empty, Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { useNow } from "@/components/ui/use-now.ts";
import type { Webhook, WebhookDelivery, WebhookDeliveryState } from "@/lib/contract/webhooks.ts";
import { useEventName } from "./event-types.ts";
import { useFailureText } from "./use-failure-text.ts";

const filters = ["all", "failed", "pending", "delivered"] as const;
type Filter = (typeof filters)[number];
/** The list is read again this often while events wait. */
const REFRESH_MS = 3_000;

/** What was sent to a webhook, a test, and sending again what failed. */
export function DeliveriesCard({ webhook, onChange }: { webhook: Webhook; onChange: () => void }) {
  const t = useTranslations("webhooks.deliveries");
  const [filter, setFilter] = useState<Filter>("all");
  const params = { webhook_id: webhook.id };
  const { data, problem, mutate } = useOperation("listWebhookDeliveries", {
    params,
    query: { page_size: 50, ...(filter !== "all" && { state: filter as WebhookDeliveryState }) },
  });
  const isWaiting = data?.data.some(({ state }) => state === "pending") ?? false;
  const refresh = () => {
    void mutate();
    onChange();
  };
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  });
  const action = useAction(refresh);
  const resend = (delivery_ids?: string[]) =>
    action.run(() =>
      send("resendWebhookEvents", { params, body: { ...(delivery_ids && { delivery_ids }) } }),
    );
  const test = () => action.run(() => send("testWebhook", { params, body: {} }));
  return (
    <Card title={t("title")} subtitle={t("hint")}>
      <div className="flex flex-wrap items-end justify-between gap-3 pb-3">
        <Field label={t("filter")}>
          <Select value={filter} onChange={(event) => setFilter(event.target.value as Filter)}>
            {filters.map((one) => (
              <option key={one} value={one}>
                {t(`filters.${one}`)}
              </option>
            ))}
          </Select>
        </Field>
        <div className="flex flex-wrap gap-2">
          {webhook.enabled && (
            <Button onClick={test} disabled={action.isPending}>
              {t("test")}
            </Button>
          )}
          <Button onClick={() => resend()} disabled={action.isPending || webhook.failed === 0}>
            {t("resendAll")}
          </Button>
        </div>
      </div>
      {action.problem && <Failure problem={action.problem} />}
      {!data && problem && <Failure problem={problem} onRetry={mutate} />}
      {!data && !problem && <Skeleton className="h-48" />}
      {data?.data.length === 0 && <Empty title={t("empty")} />}
      {data && data.data.length > 0 && (
        <DeliveriesTable deliveries={data.data} onResend={(id) => resend([id])} />
      )}
    </Card>
  );
}

const tones = { delivered: "good", pending: "warn", failed: "bad" } as const;

function DeliveriesTable({
  deliveries,
  onResend,
}: {
  deliveries: readonly WebhookDelivery[];
  onResend: (id: string) => void;
}) {
  const t = useTranslations("webhooks.deliveries");
  const f = useFormats();
  const nameOf = useEventName();
  const failureText = useFailureText();
  const getAnswer = ({ last_error: error, last_status: status }: WebhookDelivery) =>
    error === null ? (status ?? "–") : failureText(error);
  const now = useNow(60_000, Date.now());
  return (
    <ChartDataTable
      caption={t("caption")}
      columns={[t("time"), t("event"), t("state"), t("attempts"), t("answer"), t("subject")]}
      names={6}
      rows={deliveries.map((one) => ({
        key: one.id,
        cells: [
          f.besideTime(one.time, now),
          nameOf(one.type),
          <span key="state" className="inline-flex flex-wrap items-center gap-2">
            <Badge tone={tones[one.state]}>{t(`states.${one.state}`)}</Badge>
            {one.state !== "pending" && (
              <Button size="sm" onClick={() => onResend(one.id)}>
                {t("resend")}
              </Button>
            )}
          </span>,
          f.count(one.attempts),
          getAnswer(one),
          one.subject,
        ],
      }))}
    />
  );
}
