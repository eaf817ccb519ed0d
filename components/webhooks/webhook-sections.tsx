"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { fallbackData, useOperation } from "@/components/api/use-operation.ts";
import { useGroupOptions } from "@/components/groups/use-group-options.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { dynamic } from "@/components/ui/dynamic.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { Webhook } from "@/lib/contract/webhooks.ts";
import { DeliveriesCard } from "./deliveries-card.tsx";
import { useEventName } from "./event-types.ts";
import { useFailureText } from "./use-failure-text.ts";
import { WebhookBadges } from "./webhook-list.tsx";

const EditDialog = dynamic(async () => (await import("./webhook-form.tsx")).EditWebhookDialog);
const SwitchDialog = dynamic(async () => (await import("./webhook-dialogs.tsx")).SwitchDialog);
const RotateDialog = dynamic(async () => (await import("./webhook-dialogs.tsx")).RotateDialog);
const DeleteDialog = dynamic(async () => (await import("./webhook-dialogs.tsx")).DeleteDialog);

/** A webhook: its settings, and what was sent to it. */
export function WebhookSections({ initial, serverNow }: { initial: Webhook; serverNow: number }) {
  const params = { webhook_id: initial.id };
  const loaded = fallbackData(initial, serverNow);
  const { data = initial, mutate, put } = useOperation("getWebhook", { params }, loaded);
  return (
    <div className="grid grid-cols-1 gap-4">
      <SettingsCard webhook={data} onChange={put} />
      <DeliveriesCard webhook={data} onChange={() => void mutate()} />
    </div>
  );
}

const toEntry = (label: string, value: string): [string, string] => [label, value];

const actions = ["edit", "switch", "rotate", "delete"] as const;
type Action = (typeof actions)[number];

function SettingsCard({
  webhook,
  onChange,
}: {
  webhook: Webhook;
  onChange: (webhook: Webhook) => void;
}) {
  const t = useTranslations("webhooks");
  const f = useFormats();
  const nameOf = useEventName();
  const failureText = useFailureText();
  const [open, setOpen] = useState<Action | null>(null);
  const { groups } = useGroupOptions();
  const groupName = (id: string) => groups.find((group) => group.id === id)?.name ?? id;
  const areas = [
    ...webhook.bidding_zones.map((zone) => t("zone", { zone })),
    ...webhook.group_ids.map(groupName),
  ];
  const { last_failure: failure, last_success_at: success, previous_until: previous } = webhook;
  const close = () => setOpen(null);
  const dialog = { webhook, onDone: onChange, onClose: close };
  return (
    <Card title={t("settings")}>
      <div className="flex flex-col gap-4">
        <WebhookBadges webhook={webhook} />
        <DescriptionList
          roomy
          entries={[
            [t("url"), webhook.url],
            [t("events"), webhook.events.map(nameOf).join(", ")],
            [t("areas"), areas.length === 0 ? t("allAreas") : areas.join(", ")],
            [t("key"), webhook.key_id === "configured" ? t("portalKey") : webhook.key_id],
            [t("lastSuccess"), success ? f.moment(success) : t("never")],
            ...(failure
              ? [
                  toEntry(
                    t("lastFailure"),
                    `${f.moment(failure.at)}: ${failureText(failure.detail)}`,
                  ),
                ]
              : []),
            ...(previous ? [toEntry(t("previousSecret"), f.moment(previous))] : []),
          ]}
        />
        <div className="flex flex-wrap gap-2">
          {actions.map((action) => (
            <Button key={action} onClick={() => setOpen(action)}>
              {action === "switch"
                ? t(webhook.enabled ? "switch.off" : "switch.on")
                : t(`${action}.action`)}
            </Button>
          ))}
        </div>
      </div>
      {open === "edit" && <EditDialog {...dialog} />}
      {open === "switch" && <SwitchDialog {...dialog} />}
      {open === "rotate" && <RotateDialog {...dialog} />}
      {open === "delete" && <DeleteDialog webhook={webhook} onClose={close} />}
    </Card>
  );
}
