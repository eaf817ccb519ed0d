"use client";

import { toggled } from "@/components/form/toggled.ts";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DateField } from "@/components/form/date-field.tsx";
import { DialogForm } from "@/components/form/dialog-form.tsx";
import { FormReauth } from "@/components/form/form-reauth.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { TextField } from "@/components/form/text-field.tsx";
import type { KeyLimits, NewApiKey, Scope } from "@/lib/contract/keys.ts";
import { toExpiryInstant, scopes } from "./key-state.ts";
import { RestrictionSelect, type RestrictionOptions } from "./key-restrictions.tsx";
import { CopyField } from "@/components/ui/copy-field.tsx";
import { NoticeDialog } from "@/components/ui/notice-dialog.tsx";

const unlimited: KeyLimits = { group_ids: [], bidding_zones: [] };
const isUnlimited = ({ group_ids, bidding_zones }: KeyLimits) =>
  group_ids.length + bidding_zones.length === 0;

/** Creates an API key from its name, scopes, restrictions and expiry date, and displays it once. */
export function NewKeyDialog({
  options,
  onClose,
}: {
  options: RestrictionOptions;
  onClose: () => void;
}) {
  const t = useTranslations("apiKeys.create");
  const [created, setCreated] = useState<NewApiKey | null>(null);
  const form = useOperationForm({
    operation: "createApiKey",
    initial: { name: "", scopes: ["read"] as Scope[], limits: unlimited, expires_at: "" },
    toBody: ({ name, scopes, limits, expires_at }) => ({
      name: name.trim(),
      scopes,
      ...(!isUnlimited(limits) && { limits }),
      expires_at: toExpiryInstant(expires_at),
    }),
    onDone: setCreated,
  });
  if (created) return <CreatedKeyDialog created={created} onClose={onClose} />;
  return (
    <DialogForm
      form={form}
      title={t("title")}
      action={t("submit")}
      reauth={<FormReauth form={form} />}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label={t("name")}
        hint={t("nameHint")}
        autoComplete="off"
      />
      <ScopeSelect
        chosen={form.draft.scopes}
        onChange={(chosen) => form.set("scopes", chosen)}
        error={form.errors.scopes}
      />
      <RestrictionSelect
        chosen={form.draft.limits}
        options={options}
        onChange={(chosen) => form.set("limits", chosen)}
        error={form.errors.limits}
      />
      <DateField
        label={t("expires")}
        hint={t("expiresHint")}
        error={form.errors.expires_at}
        value={form.draft.expires_at}
        onChange={(date) => form.set("expires_at", date)}
      />
    </DialogForm>
  );
}

function ScopeSelect({
  chosen,
  onChange,
  error,
}: {
  chosen: Scope[];
  onChange: (chosen: Scope[]) => void;
  error?: string;
}) {
  const t = useTranslations("apiKeys");
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">{t("create.scopes")}</legend>
      {scopes.map((scope) => (
        <label key={scope} className="flex min-h-9 cursor-pointer gap-3 py-1">
          <input
            type="checkbox"
            checked={chosen.includes(scope)}
            onChange={() => onChange(toggled(chosen, scope))}
            className="mt-0.5 size-4 shrink-0 accent-(--accent)"
          />
          <span className="min-w-0">
            <span className="font-medium">{t(`scopes.${scope}`)}</span>
            <span className="block text-muted">{t(`scopeHints.${scope}`)}</span>
          </span>
        </label>
      ))}
      {error && (
        <p role="alert" className="text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/**
 * A new key, displayed this once; or that it was created, where the answer came too late to display it.
 * The list is read again once it is closed: a page that changes could take the dialog away, and the key
 * with it.
 */
export function CreatedKeyDialog({
  created,
  onClose,
}: {
  created: NewApiKey;
  onClose: () => void;
}) {
  const t = useTranslations("apiKeys.created");
  const router = useRouter();
  const close = () => {
    onClose();
    router.refresh();
  };
  return (
    <NoticeDialog
      firm
      title={t("title", { name: created.name })}
      message={created.key === null ? t("responseLost") : t("once")}
      isWarning
      action={created.key === null ? t("close") : t("done")}
      onClose={close}
    >
      {created.key !== null && (
        <CopyField label={t("key")} value={created.key} copy={t("copy")} copied={t("copied")} />
      )}
    </NoticeDialog>
  );
}
