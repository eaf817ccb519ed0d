"use client";

import { CirclePause } from "lucide-react";
import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useState } from "react";
import { drawnWith, useOperation } from "@/components/api/use-operation.ts";
import { Button } from "@/components/ui/button.tsx";
import { useFormats } from "@/components/use-formats.ts";
import type { ControlPause } from "@/lib/contract/control-pause.ts";

const PauseDialog = dynamic(async () => (await import("./pause-dialog.tsx")).PauseDialog, {
  ssr: false,
});

const EVERY = 10_000;

/** What the page was drawn with, and when (ms). */
interface Drawn {
  drawn: ControlPause | null;
  serverNow: number;
}

const usePause = ({ drawn, serverNow }: Drawn) =>
  useOperation("getControlPause", {}, { refreshInterval: EVERY, ...drawnWith(drawn, serverNow) });

/** Pauses all controls, after a question; not there while they are paused, or that is not known. */
export function PauseControls(known: Drawn) {
  const t = useTranslations("controls.pause");
  const { data, put } = usePause(known);
  const [open, setOpen] = useState(false);
  if (!data || data.paused) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <CirclePause aria-hidden className="size-4" />
        {t("ask")}
      </Button>
      {open && <PauseDialog kind="pause" onClose={() => setOpen(false)} onDone={put} />}
    </>
  );
}

/** Says on every page of staff that controls are paused: who, when, why, and what goes on. */
export function PauseBanner({ mayResume, ...known }: Drawn & { mayResume: boolean }) {
  const t = useTranslations("controls.pause");
  const f = useFormats();
  const { data, put } = usePause(known);
  const [open, setOpen] = useState(false);
  return (
    <div role="status">
      {data?.paused && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-warn bg-warn/10 px-4 py-2.5 sm:px-6">
          <CirclePause aria-hidden className="size-5 shrink-0 text-warn" />
          <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
            <strong className="font-semibold">{t("banner")}</strong>{" "}
            {data.since &&
              t("since", {
                who: data.by ?? "",
                when: f.moment(data.since),
                why: data.reason ?? "",
              })}{" "}
            <span className="text-muted">{t("meanwhile")}</span>
          </p>
          {mayResume && (
            <Button size="sm" onClick={() => setOpen(true)}>
              {t("resume")}
            </Button>
          )}
        </div>
      )}
      {open && <PauseDialog kind="resume" onClose={() => setOpen(false)} onDone={put} />}
    </div>
  );
}
