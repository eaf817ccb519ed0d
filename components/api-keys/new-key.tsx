"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { dynamic } from "@/components/ui/dynamic.tsx";
import type { RestrictionOptions } from "./key-restrictions.tsx";

const NewKeyDialog = dynamic(async () => (await import("./key-form.tsx")).NewKeyDialog);

/** Opens the form of a new API key. */
export function NewKey({ options }: { options: RestrictionOptions }) {
  const t = useTranslations("apiKeys");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" />
        {t("create.action")}
      </Button>
      {open && <NewKeyDialog options={options} onClose={() => setOpen(false)} />}
    </>
  );
}
