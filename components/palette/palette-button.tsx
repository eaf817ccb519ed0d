"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { UserRole } from "@/components/layout/navigation-items.ts";
import { dynamic } from "@/components/ui/dynamic.tsx";
import { useShortcuts } from "./shortcuts.ts";
import type { Searchable } from "./use-found-items.ts";
import type { CommandRights } from "./use-palette-commands.ts";

/** Its code is fetched when it is opened. */
const PaletteDialogs = dynamic(async () => (await import("./palette-dialogs.tsx")).PaletteDialogs);

/** Keys that count before its code has loaded, besides characters. */
const EARLY_KEYS = ["Backspace", "Enter", "Escape"];

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
  const [isOpen, setOpen] = useState(false);
  const early = useRef("");
  useEffect(() => {
    if (!isOpen) return;
    early.current = "";
    // Until its code has loaded, keys would go to the page.
    const take = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || document.querySelector("dialog[open]")) return;
      // Where its code could not be fetched, the button that tries again takes keys.
      if (target instanceof Element && target.closest("[role=alert]")) return;
      if (key.length > 1 && !EARLY_KEYS.includes(key)) return;
      event.preventDefault();
      event.stopPropagation();
      if (key === "Escape") setOpen(false);
      else if (key === "Backspace") early.current = early.current.slice(0, -1);
      else if (key.length === 1) early.current += key;
    };
    document.addEventListener("keydown", take, true);
    return () => document.removeEventListener("keydown", take, true);
  }, [isOpen]);
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
      {isOpen && <PaletteDialogs {...palette} early={early} onClose={() => setOpen(false)} />}
    </>
  );
}
