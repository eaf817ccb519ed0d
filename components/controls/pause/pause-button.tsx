"use client";

import { CirclePause } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { dynamic } from "@/components/ui/dynamic.tsx";

const PauseDialog = dynamic(async () => (await import("./pause-dialog.tsx")).PauseDialog);

/** Pauses or resumes all controls, after confirmation. */
export function PauseButton({ kind }: { kind: "pause" | "resume" }) {
  const t = useTranslations("controls.pause");
  const { refresh } = useRouter();
  const [open, setOpen] = useState(false);
  return (
    <>
      {kind === "pause" ? (
        <Button onClick={() => setOpen(true)}>
          <CirclePause aria-hidden className="size-4" />
          {t("action")}
        </Button>
      ) : (
        <Button size="sm" onClick={() => setOpen(true)}>
          {t("resume")}
        </Button>
      )}
      {open && <PauseDialog kind={kind} onClose={() => setOpen(false)} onDone={refresh} />}
    </>
  );
}
