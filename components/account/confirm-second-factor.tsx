"use client";

import { useTranslations } from "next-intl";
import { sendPortalChange } from "@/components/api/portal-client.ts";
import { FormReauth } from "@/components/form/form-reauth.tsx";
import { useForm } from "@/components/form/use-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { CopyField } from "@/components/ui/copy-field.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { Failure } from "@/components/api/failure.tsx";
import type { SecondFactorSetup, RecoveryCodes } from "@/lib/portal/users/second-factor-changes.ts";

/** A secret to take into an authenticator app, and the first code of it that shows it is there. */
export function ConfirmSecondFactor({
  begun: { secret, picture },
  onDone,
  onClose,
}: {
  begun: SecondFactorSetup;
  onDone: (codes: RecoveryCodes) => void;
  onClose: () => void;
}) {
  const t = useTranslations("account.secondFactor");
  const form = useForm({
    initial: { code: "" },
    send: (body) =>
      sendPortalChange<RecoveryCodes>("POST /api/account/second-factor/confirm", { body }),
    onDone,
  });
  const src = `data:image/svg+xml,${encodeURIComponent(picture)}`;
  return (
    <>
      <form noValidate onSubmit={form.submit} className="flex w-full flex-col gap-4">
        <p>{t("scan")}</p>
        <div className="grid items-start gap-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <div
            role="img"
            aria-label={t("picture")}
            className="size-44 rounded-md border border-line bg-white bg-contain"
            style={{ backgroundImage: `url("${src}")` }}
          />
          <div className="flex flex-col gap-4">
            <CopyField label={t("secret")} value={secret} copy={t("copy")} copied={t("copied")} />
            <TextField
              form={form}
              name="code"
              label={t("code")}
              hint={t("codeHint")}
              inputMode="numeric"
              autoComplete="one-time-code"
            />
          </div>
        </div>
        {form.problem && !form.errors.code && <Failure problem={form.problem} />}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" pending={form.pending} disabled={form.signedOut}>
            {t("confirm")}
          </Button>
          <Button onClick={onClose} disabled={form.pending}>
            {t("cancel")}
          </Button>
        </div>
      </form>
      <FormReauth form={form} reason={t("reauth")} />
    </>
  );
}
