"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { classNames } from "@/components/ui/class-names.ts";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Link } from "@/components/ui/link.tsx";
import { isCurrent, type Place } from "./places.ts";

/** The places a phone's bar has no room for. */
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
      <Dialog open={open} onClose={() => setOpen(false)} title={t("more")}>
        <ul className="grid gap-1">
          {places.map(({ href, name, icon: Icon }) => (
            <li key={href}>
              <Link
                href={href}
                aria-current={isCurrent(href, path) ? "page" : undefined}
                onClick={() => setOpen(false)}
                className={classNames(
                  "flex min-h-11 items-center gap-3 rounded-md px-2 hover:bg-sunken",
                  isCurrent(href, path) && "bg-sunken font-semibold",
                )}
              >
                <Icon aria-hidden className="size-5 text-muted" />
                {t(name)}
              </Link>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
