"use client";

import { Ban } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { later } from "@/components/ui/dynamic.tsx";
import type { Cancelling } from "./cancel-dialog.tsx";

const CancelDialog = later(async () => (await import("./cancel-dialog.tsx")).CancelDialog);

/** Cancels a control that is to come or under way, after a question that names what it changes. */
export function CancelControl(cancelling: Cancelling) {
  const t = useTranslations("controls.cancel");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Ban aria-hidden className="size-4" />
        {t("ask")}
      </Button>
      {open && <CancelDialog {...cancelling} onClose={() => setOpen(false)} />}
    </>
  );
}
