"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { later } from "@/components/ui/dynamic.tsx";
import type { Place } from "./navigation-items.ts";

/** Its code is fetched when it is opened. */
const MoreSheet = later(async () => (await import("./bottom-sheet.tsx")).MoreSheet);

/** The way to the places a phone's bar has no room for. */
export function MorePlaces({
  places,
  path,
  className,
}: {
  places: Place[];
  path: string;
  className: string;
}) {
  const t = useTranslations("shell.places");
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={className}
        onClick={() => setOpen(true)}
      >
        <Ellipsis aria-hidden className="size-5" />
        <span>{t("more")}</span>
      </button>
      {open && <MoreSheet places={places} path={path} onClose={() => setOpen(false)} />}
    </>
  );
}
