"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { sendPortalChange, type PortalChange } from "@/components/api/portal-client.ts";
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
  const t = useTranslations("users");
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
        {isOpen && (
          <UserChange<InvitationResult>
            person={person}
            route="POST /api/users/{account_id}/password-link"
            onDone={setSent}
            title={t("account.password")}
            hint={t("account.passwordHint")}
            action={t("account.passwordAction")}
          />
        )}
        {person.sessions > 0 && (
          <UserChange
            person={person}
            route="POST /api/users/{account_id}/end-sessions"
            onDone={onClose}
            title={t("account.sessions")}
            hint={t("sessions", { count: person.sessions })}
            action={t("account.endSessions")}
          />
        )}
        {(person.second_factor || person.passkeys) && !isOwn && (
          <UserChange
            person={person}
            route="POST /api/users/{account_id}/reset-second-factor"
            onDone={onClose}
            danger
            title={t("account.secondFactor")}
            hint={t("account.secondFactorHint")}
            action={t("account.secondFactorAction")}
          />
        )}
        {!isOwn && isOpen && (
          <UserChange
            person={person}
            route="POST /api/users/{account_id}/close"
            onDone={onClose}
            danger
            title={t("account.close")}
            hint={t("account.closeHint")}
            action={t("account.closeAction")}
          />
        )}
        {!isOwn && !isOpen && (
          <UserChange
            person={person}
            route="POST /api/users/{account_id}/open"
            onDone={onClose}
            title={t("account.reopen")}
            hint={t("account.reopenHint")}
            action={t("account.reopenAction")}
          />
        )}
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

function ChangeLevel({ person, onDone }: { person: PortalUser; onDone: () => void }) {
  const t = useTranslations("users.account");
  const route = "POST /api/users/{account_id}/level";
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

/** A change of an account that takes one press of a button. */
function UserChange<Answer = null>({
  person,
  route,
  onDone,
  title,
  hint,
  action,
  danger = false,
}: {
  person: PortalUser;
  route: PortalChange;
  onDone: (answer: Answer) => void;
  title: string;
  hint: ReactNode;
  action: string;
  danger?: boolean;
}) {
  const form = useAccountForm<object, Answer>(person, route, {}, onDone);
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
