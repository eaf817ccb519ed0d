"use client";

import { CircleCheck, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { CopyField } from "@/components/ui/copy-field.tsx";
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
  const moment = f.moment(invited.expires_at);
  const Icon = delivery === "mail-failed" ? TriangleAlert : CircleCheck;
  return (
    <Dialog onClose={onClose} firm={link !== null} title={title}>
      <div className="flex flex-col gap-4">
        <p role="status" className="flex gap-2">
          <Icon
            aria-hidden
            className={`mt-0.5 size-4 shrink-0 ${delivery === "mail-failed" ? "text-warn" : "text-good"}`}
          />
          {t(messageKeys[delivery], { email, moment })}
        </p>
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
        <div className="flex justify-end">
          <Button variant="primary" onClick={onClose}>
            {t(link === null ? "done" : "saved")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
