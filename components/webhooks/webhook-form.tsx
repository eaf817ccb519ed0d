"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { DialogForm } from "@/components/form/dialog-form.tsx";
import { FormReauth } from "@/components/form/form-reauth.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import type { FieldErrors } from "@/components/form/use-form.ts";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { useGroupOptions } from "@/components/groups/use-group-options.ts";
import { CopyField } from "@/components/ui/copy-field.tsx";
import { NoticeDialog } from "@/components/ui/notice-dialog.tsx";
import { biddingZones } from "@/lib/contract/bidding-zones.ts";
import type { NewWebhook, Webhook, WebhookEventType } from "@/lib/contract/webhooks.ts";
import { CheckboxList } from "./checkbox-list.tsx";
import { eventTypes, useEventName } from "./event-types.ts";

interface WebhookDraft {
  name: string;
  url: string;
  events: WebhookEventType[];
  /** Bidding zones and groups, as `zone NL` and `group grp_…`. */
  areas: string[];
}

const ofKind = (areas: readonly string[], kind: "zone" | "group") =>
  areas.filter((area) => area.startsWith(`${kind} `)).map((area) => area.slice(kind.length + 1));

const toBody = ({ name, url, events, areas }: WebhookDraft) => ({
  name: name.trim(),
  url: url.trim(),
  events,
  bidding_zones: ofKind(areas, "zone"),
  group_ids: ofKind(areas, "group"),
});

interface FieldsForm {
  draft: WebhookDraft;
  errors: FieldErrors;
  set: <K extends keyof WebhookDraft>(field: K, value: WebhookDraft[K]) => void;
}

function WebhookFields({ form }: { form: FieldsForm }) {
  const t = useTranslations("webhooks");
  const nameOf = useEventName();
  const { groups, more } = useGroupOptions();
  const { draft, errors, set } = form;
  const [loaded] = useState(draft.areas);
  const offered = [
    ...biddingZones.map((zone) => ({ value: `zone ${zone}`, label: t("zone", { zone }) })),
    ...groups.map(({ id, name }) => ({ value: `group ${id}`, label: name })),
  ];
  // A group of the webhook that is not among those read is named by its id.
  const others = loaded.filter((area) => !offered.some(({ value }) => value === area));
  const areas = [
    ...offered,
    ...others.map((value) => ({ value, label: value.slice(value.indexOf(" ") + 1) })),
  ];
  return (
    <>
      <TextField form={form} name="name" label={t("name")} autoComplete="off" />
      <TextField
        form={form}
        name="url"
        label={t("url")}
        hint={t("urlHint")}
        inputMode="url"
        autoComplete="off"
      />
      <CheckboxList
        label={t("events")}
        options={eventTypes.map((value) => ({ value, label: nameOf(value) }))}
        chosen={draft.events}
        error={errors.events}
        onChange={(events) => set("events", events)}
      />
      <CheckboxList
        label={t("areas")}
        hint={[t("areasHint"), more].filter(Boolean).join(" ")}
        options={areas}
        chosen={draft.areas}
        error={errors.group_ids ?? errors.bidding_zones}
        onChange={(chosen) => set("areas", chosen)}
      />
    </>
  );
}

/** Creates a webhook, and displays its secret once. */
export function NewWebhookDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("webhooks.create");
  const [created, setCreated] = useState<NewWebhook | null>(null);
  const form = useOperationForm({
    operation: "createWebhook",
    initial: { name: "", url: "", events: [...eventTypes], areas: [] } as WebhookDraft,
    toBody,
    onDone: setCreated,
  });
  if (created) return <SecretDialog webhook={created} onClose={onClose} />;
  return (
    <DialogForm
      form={form}
      title={t("title")}
      action={t("submit")}
      reauth={<FormReauth form={form} />}
      onClose={onClose}
    >
      <WebhookFields form={form} />
    </DialogForm>
  );
}

/** Changes a webhook. */
export function EditWebhookDialog({
  webhook,
  onDone,
  onClose,
}: {
  webhook: Webhook;
  onDone: (webhook: Webhook) => void;
  onClose: () => void;
}) {
  const t = useTranslations("webhooks.edit");
  const { name, url, events, bidding_zones, group_ids } = webhook;
  const areas = [
    ...bidding_zones.map((zone) => `zone ${zone}`),
    ...group_ids.map((id) => `group ${id}`),
  ];
  const form = useOperationForm({
    operation: "updateWebhook",
    params: { webhook_id: webhook.id },
    initial: { name, url, events, areas } as WebhookDraft,
    toBody,
    changesOnly: true,
    onDone: (changed) => {
      onDone(changed);
      onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      title={t("title", { name })}
      action={t("submit")}
      reauth={<FormReauth form={form} />}
      onClose={onClose}
    >
      <WebhookFields form={form} />
    </DialogForm>
  );
}

/** A new secret, displayed this once; or that it was created, where the answer came too late to display it. */
export function SecretDialog({ webhook, onClose }: { webhook: NewWebhook; onClose: () => void }) {
  const t = useTranslations("webhooks.secret");
  const { secret } = webhook;
  return (
    <NoticeDialog
      firm
      title={t("title", { name: webhook.name })}
      message={secret === null ? t("responseLost") : t("once")}
      isWarning
      action={secret === null ? t("close") : t("done")}
      onClose={onClose}
    >
      {secret !== null && (
        <CopyField label={t("label")} value={secret} copy={t("copy")} copied={t("copied")} />
      )}
    </NoticeDialog>
  );
}
