"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { DecimalField } from "@/components/form/decimal-field.tsx";
import { DialogForm } from "@/components/form/dialog-form.tsx";
import type { FieldErrors } from "@/components/form/use-form.ts";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { TargetSelect } from "@/components/groups/target-select.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Field, Select, TextInput } from "@/components/ui/field.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { BIDDING_ZONE } from "@/lib/contract/bidding-zones.ts";
import { alertDefaults, alertKinds } from "@/lib/contract/alert-kinds.ts";
import type { AlertKind, AlertRule } from "@/lib/contract/alerts.ts";
import {
  thresholdNames,
  toThresholdDraft,
  toThresholds,
  type ThresholdDraft,
  type ThresholdName,
} from "./alert-rule-draft.ts";

interface DialogProps {
  onClose: () => void;
  onDone: () => void;
}

/** The thresholds of one kind. */
function ThresholdFields({
  kind,
  draft,
  errors,
  onChange,
}: {
  kind: AlertKind;
  draft: ThresholdDraft;
  errors: FieldErrors;
  onChange: (name: ThresholdName, value: string) => void;
}) {
  const t = useTranslations("alerts.rule");
  return thresholdNames[kind].map((name) =>
    name === "due_at" ? (
      <Field key={name} label={t(name)} error={errors[name]}>
        <TextInput
          type="time"
          value={draft[name]}
          onChange={(event) => onChange(name, event.target.value)}
        />
      </Field>
    ) : (
      <DecimalField
        key={name}
        label={t(name)}
        error={errors[name]}
        value={draft[name]}
        onChange={(value) => onChange(name, value)}
      />
    ),
  );
}

/** Changes the thresholds of a rule, switches it on or off, or deletes it. */
export function EditAlertRule({ rule, onClose, onDone }: DialogProps & { rule: AlertRule }) {
  const t = useTranslations("alerts");
  const f = useFormats();
  const [isDeleting, setDeleting] = useState(false);
  const { id, kind, target, enabled, thresholds } = rule;
  const done = () => {
    onDone();
    onClose();
  };
  const form = useOperationForm({
    operation: "updateAlertRule",
    params: { alert_rule_id: id },
    initial: { ...toThresholdDraft(thresholds, f), enabled },
    toBody: (draft) => ({ thresholds: toThresholds(kind, draft), enabled: draft.enabled }),
    changesOnly: true,
    onDone: done,
  });
  const { draft, set, errors } = form;
  if (isDeleting) return <DeleteAlertRule id={id} onClose={onClose} onDone={onDone} />;
  return (
    <DialogForm
      form={form}
      title={`${t(`kinds.${kind}`)} · ${target.name}`}
      action={t("rule.save")}
      onClose={onClose}
    >
      <ThresholdFields kind={kind} draft={draft} errors={errors} onChange={set} />
      <label className="flex min-h-10 items-center gap-3">
        <input
          type="checkbox"
          className="size-4 accent-(--accent)"
          checked={draft.enabled}
          onChange={(event) => set("enabled", event.target.checked)}
        />
        {t("rule.enabled")}
      </label>
      <div>
        <Button size="sm" variant="ghost" onClick={() => setDeleting(true)}>
          {t("rule.delete")}
        </Button>
      </div>
    </DialogForm>
  );
}

function DeleteAlertRule({ id, onClose, onDone }: DialogProps & { id: string }) {
  const t = useTranslations("alerts.rule");
  const form = useOperationForm({
    operation: "deleteAlertRule",
    params: { alert_rule_id: id },
    initial: {},
    toBody: () => undefined,
    onDone: () => {
      onDone();
      onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      title={t("deleteTitle")}
      description={t("deleteHint")}
      action={t("delete")}
      variant="danger"
      onClose={onClose}
    />
  );
}

const groupKinds: readonly AlertKind[] = [
  "under_delivery",
  "locations_offline",
  "approval_waiting",
];

/** Creates a rule for the bidding zone, a group, or a location. */
export function NewAlertRule({ onClose, onDone }: DialogProps) {
  const t = useTranslations("alerts");
  const f = useFormats();
  const form = useOperationForm({
    operation: "createAlertRule",
    initial: {
      ...toThresholdDraft(alertDefaults.locations_offline, f),
      kind: "locations_offline" as AlertKind,
      target: BIDDING_ZONE as string,
      id: "",
    },
    toBody: (draft) => ({
      kind: draft.kind,
      target: toTarget(draft),
      thresholds: toThresholds(draft.kind, draft),
    }),
    onDone: () => {
      onDone();
      onClose();
    },
  });
  const { draft, set, errors } = form;
  const choose = (kind: AlertKind) => {
    set("kind", kind);
    if (!groupKinds.includes(kind)) set("target", BIDDING_ZONE);
    const defaults = toThresholdDraft(alertDefaults[kind], f);
    for (const name of thresholdNames[kind]) set(name, defaults[name]);
  };
  return (
    <DialogForm form={form} title={t("rule.new")} action={t("rule.create")} onClose={onClose}>
      <Field label={t("kind")} error={errors.kind}>
        <Select value={draft.kind} onChange={(event) => choose(event.target.value as AlertKind)}>
          {alertKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`kinds.${kind}`)}
            </option>
          ))}
        </Select>
      </Field>
      {groupKinds.includes(draft.kind) && (
        <TargetSelect
          label={t("rule.target")}
          zoneLabel={t("rule.zone")}
          value={draft.target}
          error={errors.target}
          onChange={(id) => set("target", id)}
        />
      )}
      {draft.kind === "locations_offline" && (
        <Field label={t("rule.location")} error={errors.id}>
          <TextInput value={draft.id} onChange={(event) => set("id", event.target.value)} />
        </Field>
      )}
      <ThresholdFields kind={draft.kind} draft={draft} errors={errors} onChange={set} />
    </DialogForm>
  );
}

const toTarget = ({ kind, target, id }: { kind: AlertKind; target: string; id: string }) => {
  if (kind === "locations_offline" && id.trim() !== "")
    return { kind: "location" as const, id: id.trim() };
  if (target === BIDDING_ZONE) return { kind: "bidding_zone" as const, id: BIDDING_ZONE };
  return { kind: "group" as const, id: target };
};
