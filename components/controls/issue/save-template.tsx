"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { sendPortalChange } from "@/components/api/portal-client.ts";
import { DialogForm } from "@/components/form/dialog-form.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useForm } from "@/components/form/use-form.ts";
import { MAX_TEMPLATE_NAME } from "@/lib/controls/control-template.ts";
import { MINUTE_MS } from "@/lib/time/amsterdam.ts";
import type { Repeatable } from "../control-draft.ts";
import { shortDuration } from "../duration.ts";
import { describeRepeatable } from "../repeatable.ts";

/** Saves a filled-in form under a name, for all staff. */
export function SaveTemplate({ order, onClose }: { order: Repeatable; onClose: () => void }) {
  const t = useTranslations("controls");
  const router = useRouter();
  const { durationMs, ...rest } = order;
  const form = useForm({
    initial: { name: "" },
    send: ({ name }) =>
      sendPortalChange("POST /api/control-templates", {
        body: { ...rest, name, minutes: Math.round(durationMs / MINUTE_MS) },
      }),
    onDone: () => {
      router.refresh();
      onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      title={t("templates.saveTitle")}
      description={
        <>
          <p className="text-ink">{describeRepeatable(order, t)}</p>
          <p>{t("templates.saveHint", { duration: shortDuration(durationMs, t) })}</p>
        </>
      }
      action={t("templates.saveAction")}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label={t("templates.name")}
        maxLength={MAX_TEMPLATE_NAME}
        autoComplete="off"
      />
    </DialogForm>
  );
}
