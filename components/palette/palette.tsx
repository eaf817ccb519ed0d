import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from "react";
import type { UserRole } from "@/components/layout/navigation-items.ts";
import { Dialog } from "@/components/ui/dialog.tsx";
import { TextInput } from "@/components/ui/field.tsx";
import { inOrder, optionId, type PaletteItem, PaletteList } from "./palette-list.tsx";
import { type Searchable, useFoundItems } from "./use-found-items.ts";
import { type CommandActions, usePaletteCommands } from "./use-palette-commands.ts";

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Pages, actions and what the lists have for a text: arrows choose, Enter opens. */
export function Palette({
  reader,
  searchable,
  early,
  onClose,
  ...actions
}: {
  reader: UserRole;
  searchable: Searchable[];
  /** What was typed before this was open. */
  early: RefObject<string>;
  onClose: () => void;
} & CommandActions) {
  const t = useTranslations("layout.palette");
  const router = useRouter();
  const field = t(reader === "customer" ? "customerField" : "field");
  const listId = useId();
  const [text, setText] = useState("");
  const [position, setPosition] = useState(0);
  const [notDone, setNotDone] = useState(false);
  const found = useFoundItems(text, searchable);
  const wanted = text.trim().toLowerCase();
  const commands = usePaletteCommands(reader, actions).filter(({ label }) =>
    label.toLowerCase().includes(wanted),
  );
  const items = inOrder([...commands, ...found.items]);
  const active = items[Math.min(position, items.length - 1)];
  const activeId = active && optionId(listId, active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  // The dialog is open by now, so that later keys go to its field.
  useEffect(() => setText(early.current), [early]);

  const choose = async ({ href, run, hasDialog }: PaletteItem) => {
    if (href) router.push(href);
    try {
      await run?.();
      if (!hasDialog) onClose();
    } catch {
      setNotDone(true);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = steps[event.key];
    if (step === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (step !== undefined)
      setPosition((items.indexOf(active!) + step + items.length) % items.length);
    else if (active) void choose(active);
  };
  const status = found.hasFailed
    ? t("failed")
    : found.isLoading
      ? t("searching")
      : t("count", { count: items.length });
  return (
    <Dialog onClose={onClose} title={t("title")}>
      <TextInput
        role="combobox"
        aria-label={field}
        aria-expanded={items.length > 0}
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={field}
        value={text}
        maxLength={200}
        onChange={(event) => {
          setText(event.target.value);
          setPosition(0);
        }}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="py-2 text-sm text-muted">
        {status}
      </p>
      {notDone && (
        <p role="alert" className="pb-2 text-sm text-bad">
          {t("notDone")}
        </p>
      )}
      <PaletteList
        id={listId}
        items={items}
        active={active}
        onChoose={(item) => void choose(item)}
      />
    </Dialog>
  );
}
