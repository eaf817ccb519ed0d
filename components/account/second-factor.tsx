"use client";

import { useRouter } from "next/navigation";
import { startTransition, useState } from "react";
import { sendPortalChange, type PortalChange } from "@/components/api/portal-client.ts";
import { FormReauth } from "@/components/form/form-reauth.tsx";
import { useForm } from "@/components/form/use-form.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Failure } from "@/components/api/failure.tsx";
import type { SecondFactorSetup, RecoveryCodes } from "@/lib/portal/users/second-factor-changes.ts";
import { ConfirmSecondFactor } from "./confirm-second-factor.tsx";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button.tsx";

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
