"use client";

import { useTranslations } from "next-intl";
import { DialogForm } from "@/components/form/dialog-form.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Field, Select } from "@/components/ui/field.tsx";
import { HOUR_MS } from "@/lib/time/amsterdam.ts";

const durations = { hour: 1, hours: 4, day: 24, week: 7 * 24 };
type Duration = keyof typeof durations;
const names = Object.keys(durations) as Duration[];

/** Silences an alert for everybody, for a chosen time. */
export function SilenceDialog({
  alertId,
  onClose,
  onDone,
}: {
  alertId: string;
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useTranslations("alerts.silence");
  const form = useOperationForm({
    operation: "silenceAlert",
    params: { alert_id: alertId },
    initial: { until: "hours" as Duration, reason: "" },
    toBody: ({ until, reason }) => ({
      until: new Date(Date.now() + durations[until] * HOUR_MS).toISOString(),
      reason: reason.trim() || null,
    }),
    onDone: () => {
      onDone();
      onClose();
    },
  });
  const { draft, set, errors } = form;
  return (
    <DialogForm
      form={form}
      title={t("title")}
      description={t("hint")}
      action={t("action")}
      onClose={onClose}
    >
      <Field label={t("for")} error={errors.until}>
        <Select
          value={draft.until}
          onChange={(event) => set("until", event.target.value as Duration)}
        >
          {names.map((name) => (
            <option key={name} value={name}>
              {t(name)}
            </option>
          ))}
        </Select>
      </Field>
      <TextField form={form} name="reason" label={t("reason")} maxLength={200} autoComplete="off" />
    </DialogForm>
  );
}

/** Ends the silence of an alert at once. */
export function EndSilence({ alertId, onDone }: { alertId: string; onDone: () => void }) {
  const t = useTranslations("alerts.silence");
  const form = useOperationForm({
    operation: "silenceAlert",
    params: { alert_id: alertId },
    initial: {},
    toBody: () => ({ until: null }),
    onDone,
  });
  return (
    <Button size="sm" pending={form.pending} onClick={() => form.submit()}>
      {t("end")}
    </Button>
  );
}
