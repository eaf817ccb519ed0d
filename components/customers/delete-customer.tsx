"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { dynamic } from "@/components/ui/dynamic.tsx";
import type { DeletableCustomer } from "./delete-dialog.tsx";

const DeleteDialog = dynamic(async () => (await import("./delete-dialog.tsx")).DeleteDialog);

/** Deletes a customer, after confirmation. */
export function DeleteCustomer(customer: DeletableCustomer) {
  const t = useTranslations("customers.delete");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Trash2 aria-hidden className="size-4" />
        {t("open")}
      </Button>
      {open && <DeleteDialog {...customer} onClose={() => setOpen(false)} />}
    </>
  );
}
