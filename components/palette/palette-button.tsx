"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import type { UserRole } from "@/components/layout/navigation-items.ts";
import { dynamic } from "@/components/ui/dynamic.tsx";
import { useShortcuts } from "./shortcuts.ts";
import type { Searchable } from "./use-found-items.ts";
import type { CommandRights, PauseKind } from "./use-palette-commands.ts";

/** Their code is fetched when they are opened. */
const Palette = dynamic(async () => (await import("./palette.tsx")).Palette);
const PauseDialog = dynamic(
  async () => (await import("@/components/controls/pause/pause-dialog.tsx")).PauseDialog,
);

const isShortcut = (event: KeyboardEvent) =>
  event.key.toLowerCase() === "k" &&
  event.ctrlKey !== event.metaKey &&
  !event.altKey &&
  !event.shiftKey;

/** Opens the command palette, as Ctrl+K and ⌘K do on every page where no dialog is open. */
export function PaletteButton({
  icon,
  ...palette
}: {
  icon: ReactNode;
  reader: UserRole;
  searchable: Searchable[];
} & CommandRights) {
  const t = useTranslations("layout.palette");
  const { refresh } = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [pausing, setPausing] = useState<PauseKind | null>(null);
  useShortcuts(
    palette.reader,
    useCallback(() => setOpen(true), []),
  );
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      if (!document.querySelector("dialog[open]")) setOpen(true);
    };
    document.addEventListener("keydown", open);
    return () => document.removeEventListener("keydown", open);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        aria-label={t("title")}
        title={t("hint")}
        onClick={() => setOpen(true)}
        className="flex min-h-9 min-w-9 items-center justify-center gap-2 rounded-md text-muted hover:bg-sunken hover:text-ink sm:border sm:border-line sm:px-2"
      >
        {icon}
        <kbd aria-hidden className="font-sans text-xs max-sm:hidden">
          {t("shortcut")}
        </kbd>
      </button>
      {isOpen && <Palette {...palette} onPause={setPausing} onClose={() => setOpen(false)} />}
      {pausing && <PauseDialog kind={pausing} onClose={() => setPausing(null)} onDone={refresh} />}
    </>
  );
}
