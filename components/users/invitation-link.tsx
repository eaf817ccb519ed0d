"use client";

import { useTranslations } from "next-intl";
import { CopyField } from "@/components/ui/copy-field.tsx";
import { NoticeDialog } from "@/components/ui/notice-dialog.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { InvitationResult } from "@/lib/portal/users/invitations.ts";

const messageKeys = { mailed: "mailed", "mail-failed": "mailFailed", "to-copy": "toCopy" } as const;

/** The outcome of an invitation: sent by mail, or its link to copy, which is displayed once. */
export function InvitationLinkDialog({
  title,
  invited,
  onClose,
}: {
  title: string;
  invited: InvitationResult;
  onClose: () => void;
}) {
  const t = useTranslations("users.link");
  const f = useFormats();
  const { email, delivery, link } = invited;
  return (
    <NoticeDialog
      firm={link !== null}
      title={title}
      message={t(messageKeys[delivery], { email, moment: f.moment(invited.expires_at) })}
      isWarning={delivery === "mail-failed"}
      action={t(link === null ? "done" : "saved")}
      onClose={onClose}
    >
      {link !== null && (
        <>
          <CopyField
            label={t("link")}
            value={new URL(link, window.location.origin).href}
            copy={t("copy")}
            copied={t("copied")}
          />
          <p className="text-muted">{t("once", { email })}</p>
        </>
      )}
    </NoticeDialog>
  );
}
