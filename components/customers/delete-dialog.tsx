"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { DialogForm } from "@/components/form/dialog-form.tsx";
import { FormReauth } from "@/components/form/form-reauth.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { TextField } from "@/components/form/text-field.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { DeletionImpact } from "@/lib/portal/queries/customer.ts";

/** A customer that may be deleted. */
export interface DeletableCustomer {
  id: string;
  /** Null where it is not known. */
  name: string | null;
  impact: DeletionImpact;
}

const selectable = (text: ReactNode) => <strong className="select-all">{text}</strong>;

/** Confirms the deletion of a customer: its name, or its id without a name, has to be typed. */
export function DeleteDialog({
  id,
  name,
  impact,
  onClose,
}: DeletableCustomer & { onClose: () => void }) {
  const t = useTranslations("customers.delete");
  const router = useRouter();
  const form = useOperationForm({
    operation: "deleteCustomer",
    params: { customer_id: id },
    initial: { typed: "" },
    toBody: () => undefined,
    onDone: () => router.replace("/customers"),
  });
  const word = name ?? id;
  return (
    <DialogForm
      form={form}
      title={t("title", { name: name ?? t("thisCustomer") })}
      description={<DeletionImpactText impact={impact} />}
      cancel={t("cancel")}
      action={t("confirm")}
      variant="danger"
      isReady={form.draft.typed.trim() === word.trim()}
      reauth={<FormReauth form={form} />}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="typed"
        label={t.rich("type", { word, strong: selectable })}
        autoComplete="off"
      />
    </DialogForm>
  );
}

/** What goes when a customer is deleted, in words. */
export function DeletionImpactText({ impact }: { impact: DeletionImpact }) {
  const t = useTranslations("customers.delete");
  const f = useFormats();
  const { sites, controls, accounts } = impact;
  const counted = (count: number) => ({ count, text: f.count(count) });
  const going = sites
    ? [
        sites.locations > 0 && t("locations", counted(sites.locations)),
        sites.devices > 0 && t("devices", counted(sites.devices)),
      ].filter((line) => line !== false)
    : [t("notCounted")];
  return (
    <>
      <p>{t(going.length > 0 ? "deleted" : "deletedAlone")}</p>
      {going.length > 0 && (
        <ul className="my-2 list-disc pl-5 text-ink">
          {going.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <p>{controls === null ? t("controlsUnknown") : t("controls", counted(controls))}</p>
      <p>{t("accounts", counted(accounts))}</p>
      <p>{t("stays")}</p>
    </>
  );
}
