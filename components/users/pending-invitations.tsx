"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { sendPortalChange } from "@/components/api/portal-client.ts";
import type { Formats } from "@/lib/i18n/format.ts";
import { useForm } from "@/components/form/use-form.ts";
import { columnHelper, type Columns } from "@/components/table/columns.ts";
import { RowsTable } from "@/components/table/rows-table.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Failure } from "@/components/api/failure.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { PendingInvitation } from "@/lib/portal/users/users.ts";

type UserTranslator = ReturnType<typeof useTranslations<"users">>;
const column = columnHelper<PendingInvitation>();

const createColumns = (t: UserTranslator, f: Formats): Columns<PendingInvitation> =>
  column.columns([
    column.accessor("email", { header: t("invitations.email"), meta: { heads: true } }),
    column.display({
      id: "for",
      header: t("invitations.for"),
      cell: ({ row: { original } }) => describePurpose(original, t),
    }),
    column.accessor("invited_by", { header: t("invitations.by"), meta: { from: "md" } }),
    column.accessor("expires_at", {
      header: t("invitations.until"),
      meta: { whole: "xl" },
      cell: ({ getValue }) => f.moment(getValue()),
    }),
    column.display({
      id: "change",
      header: () => <span className="sr-only">{t("columns.change")}</span>,
      meta: { align: "end" },
      cell: ({ row: { original } }) => <Withdraw invitation={original} />,
    }),
  ]);

function describePurpose({ kind, level }: PendingInvitation, t: UserTranslator): string {
  if (kind === "password") return t("invitations.newPassword");
  return level ? t(`levels.${level}`) : t("invitations.newAccount");
}

/** Links that were sent and not used yet. */
export function PendingInvitations({ invitations }: { invitations: PendingInvitation[] }) {
  const t = useTranslations("users");
  const f = useFormats();
  const columns = useMemo(() => createColumns(t, f), [t, f]);
  return <RowsTable columns={columns} rows={invitations} noun={t("invitations.noun")} />;
}

function Withdraw({ invitation }: { invitation: PendingInvitation }) {
  const t = useTranslations("users.invitations");
  const router = useRouter();
  const params = { invitation_id: invitation.id };
  const form = useForm({
    initial: {},
    send: () => sendPortalChange("DELETE /api/invitations/{invitation_id}", { params }),
    onDone: () => router.refresh(),
  });
  return (
    <span className="inline-flex flex-col items-end gap-2">
      <Button
        size="sm"
        pending={form.pending}
        disabled={form.signedOut}
        onClick={() => form.submit()}
        aria-label={t("withdrawName", { email: invitation.email })}
      >
        {t("withdraw")}
      </Button>
      {form.problem && <Failure problem={form.problem} />}
    </span>
  );
}
