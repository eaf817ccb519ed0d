"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Field, TextInput } from "@/components/ui/field.tsx";
import { Failure } from "@/components/api/failure.tsx";
import type { ControlPause } from "@/lib/contract/control-pause.ts";

interface Asked {
  onClose: () => void;
  onDone: (pause: ControlPause) => void;
}

/** Asks whether to pause all controls, and why; or whether to take them again. */
export function PauseDialog({ kind, ...asked }: Asked & { kind: "pause" | "resume" }) {
  return kind === "pause" ? <PauseQuestion {...asked} /> : <ResumeQuestion {...asked} />;
}

function PauseQuestion({ onClose, onDone }: Asked) {
  const t = useTranslations("controls.pause");
  const form = useOperationForm({
    operation: "pauseControls",
    initial: { reason: "" },
    toBody: ({ reason }) => ({ reason: reason.trim() }),
    onDone: (pause) => {
      onDone(pause);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={() => !form.pending && onClose()}
      title={t("title")}
      description={<p className="text-ink">{t("says")}</p>}
    >
      <form onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-4">
        <Field label={t("why")} hint={t("whyHint")} error={form.errors.reason}>
          <TextInput
            value={form.draft.reason}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => form.set("reason", event.target.value)}
          />
        </Field>
        {form.problem && <Failure problem={form.problem} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose} disabled={form.pending}>
            {t("back")}
          </Button>
          <Button type="submit" variant="danger" pending={form.pending} disabled={form.signedOut}>
            {t("confirm")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function ResumeQuestion({ onClose, onDone }: Asked) {
  const t = useTranslations("controls.pause");
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  const form = useOperationForm({
    operation: "resumeControls",
    initial: {},
    toBody: () => undefined,
    onDone: (pause) => {
      onDone(pause);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={() => !form.pending && onClose()}
      title={t("resumeTitle")}
      description={<p className="text-ink">{t("resumeSays")}</p>}
    >
      <form onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-4">
        {form.problem && <Failure problem={form.problem} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button ref={back} onClick={onClose} disabled={form.pending}>
            {t("resumeBack")}
          </Button>
          <Button type="submit" variant="danger" pending={form.pending} disabled={form.signedOut}>
            {t("resumeConfirm")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
