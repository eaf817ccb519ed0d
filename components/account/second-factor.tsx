"use client";

import { useRouter } from "next/navigation";
import { startTransition, useState } from "react";
import { type PortalChange, sendPortalChange } from "@/components/api/portal-client.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Card } from "@/components/ui/card.tsx";
import type { RecoveryCodes, SecondFactorSetup } from "@/lib/portal/users/second-factor-changes.ts";
import { useTranslations } from "next-intl";
import { FormReauth } from "@/components/form/form-reauth.tsx";
import { useForm } from "@/components/form/use-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { CopyField } from "@/components/ui/copy-field.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { Failure } from "@/components/api/failure.tsx";

/** The second factor of a member of staff: set up, new recovery codes, off again. */
export function SecondFactor({
  isOn,
  isRequired,
  codesLeft,
}: {
  isOn: boolean;
  /** Staff of this portal cannot do without. */
  isRequired: boolean;
  /** Recovery codes that were not used yet. */
  codesLeft: number;
}) {
  const t = useTranslations("account.secondFactor");
  const router = useRouter();
  const [begun, setBegun] = useState<SecondFactorSetup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const show = ({ recovery_codes }: RecoveryCodes) => {
    setBegun(null);
    setCodes(recovery_codes);
  };
  // Not before: refreshing the page could remove the codes, which are displayed once.
  const onCodesSaved = () =>
    startTransition(() => {
      setCodes(null);
      router.refresh();
    });
  return (
    <Card title={t("title")} actions={isOn && <Badge tone="good">{t("on")}</Badge>}>
      <div className="flex flex-col items-start gap-4">
        {codes ? (
          <RecoveryCodeList codes={codes} onDone={onCodesSaved} />
        ) : begun ? (
          <ConfirmSecondFactor begun={begun} onDone={show} onClose={() => setBegun(null)} />
        ) : isOn ? (
          <>
            <p className="text-muted">{t("left", { count: codesLeft })}</p>
            <div className="flex flex-wrap gap-3">
              <ChangeButton
                route="POST /api/account/second-factor/recovery-codes"
                action={t("newCodes")}
                onDone={show}
              />
              {!isRequired && (
                <ChangeButton<null>
                  route="DELETE /api/account/second-factor"
                  action={t("turnOff")}
                  onDone={() => router.refresh()}
                />
              )}
            </div>
          </>
        ) : (
          <>
            <p className={isRequired ? "text-warn" : "text-muted"}>
              {t(isRequired ? "required" : "hint")}
            </p>
            <ChangeButton<SecondFactorSetup>
              route="POST /api/account/second-factor"
              action={t("setUp")}
              onDone={setBegun}
            />
          </>
        )}
      </div>
    </Card>
  );
}

function ChangeButton<Answer = RecoveryCodes>({
  route,
  action,
  onDone,
}: {
  route: PortalChange;
  action: string;
  onDone: (answer: Answer) => void;
}) {
  const t = useTranslations("account.secondFactor");
  const form = useForm({ initial: {}, send: () => sendPortalChange<Answer>(route), onDone });
  return (
    <div className="flex flex-col gap-3">
      <Button pending={form.pending} disabled={form.signedOut} onClick={() => form.submit()}>
        {action}
      </Button>
      {form.problem && <Failure problem={form.problem} />}
      <FormReauth form={form} reason={t("reauth")} />
    </div>
  );
}

/** Recovery codes, the one time they are shown. */
function RecoveryCodeList({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useTranslations("account.secondFactor");
  return (
    <div role="status" className="flex w-full flex-col items-start gap-4">
      <p>{t("codesHint", { count: codes.length })}</p>
      <ol
        aria-label={t("codes")}
        className="grid w-full gap-x-6 gap-y-1.5 rounded-md border border-line bg-sunken p-4 font-mono sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Button variant="primary" onClick={onDone}>
        {t("codesSaved")}
      </Button>
    </div>
  );
}

/** A secret to take into an authenticator app, and the first code of it that shows it is there. */
function ConfirmSecondFactor({
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
