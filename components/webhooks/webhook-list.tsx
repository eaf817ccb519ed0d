"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Failure } from "@/components/api/failure.tsx";
import { fallbackData, useOperation } from "@/components/api/use-operation.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { dynamic } from "@/components/ui/dynamic.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Empty, Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { AnswerOf } from "@/lib/contract/operations.ts";
import type { Webhook } from "@/lib/contract/webhooks.ts";

const NewWebhookDialog = dynamic(async () => (await import("./webhook-form.tsx")).NewWebhookDialog);

/** The webhooks, newest first, and the form of a new one. */
export function WebhookList({
  initial,
  serverNow,
}: {
  initial: AnswerOf<"listWebhooks"> | null;
  serverNow: number;
}) {
  const t = useTranslations("webhooks");
  const [isOpen, setOpen] = useState(false);
  const { data, problem, mutate } = useOperation(
    "listWebhooks",
    { query: { page_size: 100 } },
    fallbackData(initial, serverNow),
  );
  if (!data) {
    if (problem) return <Failure problem={problem} onRetry={mutate} />;
    return <Skeleton className="h-96" />;
  }
  const close = () => {
    setOpen(false);
    void mutate();
  };
  return (
    <Card>
      <div className="flex justify-end pb-2">
        <Button variant="primary" onClick={() => setOpen(true)}>
          <Plus aria-hidden className="size-4" />
          {t("create.action")}
        </Button>
      </div>
      {data.data.length === 0 && <Empty title={t("empty")} hint={t("emptyHint")} />}
      <ul className="flex flex-col divide-y divide-line">
        {data.data.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </ul>
      {isOpen && <NewWebhookDialog onClose={close} />}
    </Card>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-3">
      <div className="min-w-0">
        <Link href={`/webhooks/${encodeURIComponent(webhook.id)}`}>{webhook.name}</Link>
        <p className="wrap-anywhere text-muted">{webhook.url}</p>
      </div>
      <WebhookBadges webhook={webhook} />
    </li>
  );
}

/** The state of a webhook, and how many events wait or were given up. */
export function WebhookBadges({ webhook }: { webhook: Webhook }) {
  const t = useTranslations("webhooks");
  const f = useFormats();
  const { state, pending, failed } = webhook;
  const counts = { pending: f.count(pending), failed: f.count(failed) };
  return (
    <div className="flex flex-wrap gap-2">
      {failed > 0 && <Badge tone="bad">{t("failedCount", { count: failed, ...counts })}</Badge>}
      {pending > 0 && <Badge tone="warn">{t("pendingCount", { count: pending, ...counts })}</Badge>}
      <Badge tone={state === "active" ? "good" : "neutral"}>{t(`states.${state}`)}</Badge>
    </div>
  );
}
