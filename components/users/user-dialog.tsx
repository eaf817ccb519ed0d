"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { sendPortalChange, type PortalChange } from "@/components/api/portal-client.ts";
import type { FormState } from "@/components/form/form-frame.tsx";
import { FormReauth } from "@/components/form/form-reauth.tsx";
import { useForm } from "@/components/form/use-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Failure } from "@/components/api/failure.tsx";
import type { InvitationResult } from "@/lib/portal/users/invitations.ts";
import type { PortalUser } from "@/lib/portal/users/users.ts";
import { RoleSelect } from "./role-select.tsx";
import { InvitationLinkDialog } from "./invitation-link.tsx";

/** Everything that can be done to an account, each with what it means. */
export function UserDialog({
  person,
  isOwn = false,
  onClose,
}: {
  person: PortalUser;
  isOwn?: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("people");
  const [sent, setSent] = useState<InvitationResult | null>(null);
  const isOpen = person.closed_at === null;
  if (sent) {
    const title = t("link.passwordTitle", { email: sent.email });
    return <InvitationLinkDialog title={title} invited={sent} onClose={onClose} />;
  }
  return (
    <Dialog
      onClose={onClose}
      title={t("account.title", { name: person.name })}
      description={person.email}
    >
      <div className="divide-y divide-line *:py-4 *:first:pt-0 *:last:pb-0">
        {isOwn && <p className="text-muted">{t("account.ownAccount")}</p>}
        {isOpen && !isOwn && person.level && <ChangeLevel person={person} onDone={onClose} />}
        {isOpen && <SendPasswordLink person={person} onSent={setSent} />}
        {person.sessions > 0 && <EndSessions person={person} onDone={onClose} />}
        {person.second_factor && !isOwn && <ResetSecondFactor person={person} onDone={onClose} />}
        {!isOwn && <CloseOrOpen person={person} onDone={onClose} />}
      </div>
    </Dialog>
  );
}

/** A form without fields, or with few, that orders one change of an account. */
function useAccountForm<Draft extends object, Answer = null>(
  person: PortalUser,
  route: PortalChange,
  initial: Draft,
  onDone: (answer: Answer) => void,
) {
  const router = useRouter();
  const params = { account_id: person.id };
  return useForm<Draft, Answer>({
    initial,
    send: (draft) => {
      const body = Object.keys(draft).length > 0 ? draft : undefined;
      return sendPortalChange<Answer>(route, { params, body });
    },
    onDone: (answer) => {
      router.refresh();
      onDone(answer);
    },
  });
}

interface UserChangeProps {
  person: PortalUser;
  onDone: () => void;
}

function ChangeLevel({ person, onDone }: UserChangeProps) {
  const t = useTranslations("people.account");
  const route = "POST /api/people/{account_id}/level";
  const form = useAccountForm(person, route, { level: person.level! }, onDone);
  const isOther = form.draft.level !== person.level;
  return (
    <div>
      <form onSubmit={form.submit} className="flex flex-col gap-3">
        <RoleSelect value={form.draft.level} onChange={(level) => form.set("level", level)} />
        {isOther && <p className="text-muted">{t("levelConsequence")}</p>}
        {form.problem && <Failure problem={form.problem} />}
        <Button
          type="submit"
          disabled={!isOther || form.signedOut}
          pending={form.pending}
          className="self-end"
        >
          {t("saveLevel")}
        </Button>
      </form>
      <FormReauth form={form} />
    </div>
  );
}

function SendPasswordLink({
  person,
  onSent,
}: {
  person: PortalUser;
  onSent: (invited: InvitationResult) => void;
}) {
  const t = useTranslations("people.account");
  const route = "POST /api/people/{account_id}/password-link";
  const form = useAccountForm<object, InvitationResult>(person, route, {}, onSent);
  return (
    <UserChange
      form={form}
      title={t("password")}
      hint={t("passwordHint")}
      action={t("passwordAction")}
    />
  );
}

function EndSessions({ person, onDone }: UserChangeProps) {
  const t = useTranslations("people");
  const form = useAccountForm(person, "POST /api/people/{account_id}/end-sessions", {}, onDone);
  return (
    <UserChange
      form={form}
      title={t("account.sessions")}
      hint={t("sessions", { count: person.sessions })}
      action={t("account.endSessions")}
    />
  );
}

function ResetSecondFactor({ person, onDone }: UserChangeProps) {
  const t = useTranslations("people.account");
  const route = "POST /api/people/{account_id}/reset-second-factor";
  const form = useAccountForm(person, route, {}, onDone);
  return (
    <UserChange
      form={form}
      danger
      title={t("secondFactor")}
      hint={t("secondFactorHint")}
      action={t("secondFactorAction")}
    />
  );
}

function CloseOrOpen({ person, onDone }: UserChangeProps) {
  const t = useTranslations("people.account");
  const isOpen = person.closed_at === null;
  const route = isOpen
    ? "POST /api/people/{account_id}/close"
    : "POST /api/people/{account_id}/open";
  const form = useAccountForm(person, route, {}, onDone);
  return isOpen ? (
    <UserChange
      form={form}
      danger
      title={t("close")}
      hint={t("closeHint")}
      action={t("closeAction")}
    />
  ) : (
    <UserChange form={form} title={t("reopen")} hint={t("reopenHint")} action={t("reopenAction")} />
  );
}

function UserChange({
  form,
  title,
  hint,
  action,
  danger = false,
}: {
  form: Omit<FormState, "outcome" | "refusals">;
  title: string;
  hint: ReactNode;
  action: string;
  danger?: boolean;
}) {
  return (
    <div>
      <form onSubmit={form.submit} className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 sm:flex-nowrap">
          <div className="min-w-0">
            <h3 className="font-medium">{title}</h3>
            <p className="text-muted">{hint}</p>
          </div>
          <Button
            type="submit"
            variant={danger ? "danger" : "secondary"}
            pending={form.pending}
            disabled={form.signedOut}
            className="shrink-0"
          >
            {action}
          </Button>
        </div>
        {form.problem && <Failure problem={form.problem} />}
      </form>
      <FormReauth form={form} />
    </div>
  );
}
