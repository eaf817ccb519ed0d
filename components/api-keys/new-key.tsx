"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { later } from "@/components/ui/dynamic.tsx";
import type { NewApiKey } from "@/lib/contract/keys.ts";
import type { Limitable } from "./key-restrictions.tsx";
import { MadeKey } from "./created-key.tsx";

const KeyForm = later(async () => (await import("./key-form.tsx")).KeyForm);

/** Makes an API key, and shows it this once. */
export function NewKey({ among }: { among: Limitable }) {
  const t = useTranslations("keys");
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<NewApiKey | null>(null);
  const close = () => {
    setOpen(false);
    setMade(null);
  };
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" />
        {t("create.action")}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        firm={made !== null}
        title={made ? t("made.title", { name: made.name }) : t("create.title")}
      >
        {made ? <MadeKey made={made} onDone={close} /> : <KeyForm among={among} onMade={setMade} />}
      </Dialog>
    </>
  );
}
