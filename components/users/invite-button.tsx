"use client";

import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { dynamic } from "@/components/ui/dynamic.tsx";
import type { Invitee } from "./invite-dialog.tsx";

const InviteDialog = dynamic(async () => (await import("./invite-dialog.tsx")).InviteDialog);

/** Opens the invitation dialog; `again` where an invitation is pending. */
export function InviteButton({ invitee, again = false }: { invitee: Invitee; again?: boolean }) {
  const t = useTranslations("users.invite");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={invitee.role === "staff" ? "primary" : "secondary"}
        size={invitee.role === "staff" ? "md" : "sm"}
        onClick={() => setOpen(true)}
      >
        <UserPlus aria-hidden className="size-4" />
        {again ? t("again") : t("action")}
      </Button>
      {open && <InviteDialog invitee={invitee} onClose={() => setOpen(false)} />}
    </>
  );
}
