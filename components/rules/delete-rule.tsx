"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DialogForm } from "@/components/form/dialog-form.tsx";
import { FormReauth } from "@/components/form/form-reauth.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { Button } from "@/components/ui/button.tsx";
import type { Rule } from "@/lib/contract/rules.ts";

/** Deletes a rule, after confirmation. */
export function DeleteRule({ rule }: { rule: Rule }) {
  const t = useTranslations("rules");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Trash2 aria-hidden className="size-4" />
        {t("delete")}
      </Button>
      {isOpen && <DeleteDialog rule={rule} onClose={() => setOpen(false)} />}
    </>
  );
}

function DeleteDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const t = useTranslations("rules");
  const router = useRouter();
  const form = useOperationForm({
    operation: "deleteRule",
    params: { rule_id: rule.id },
    initial: {},
    toBody: () => undefined,
    onDone: () => router.replace("/rules"),
  });
  return (
    <DialogForm
      form={form}
      title={t("deleteTitle", { rule: rule.name })}
      description={t("deleteHint")}
      action={t("delete")}
      variant="danger"
      reauth={<FormReauth form={form} />}
      onClose={onClose}
    />
  );
}
