"use client";

import { useTranslations } from "next-intl";
import { useState, type KeyboardEvent } from "react";
import { useOperation } from "@/components/api/use-operation.ts";
import { Field, TextInput } from "@/components/ui/field.tsx";
import { syncEarlyInput } from "@/components/ui/hydrate-input-value.ts";
import type { Target } from "../control-draft.ts";

export interface GroupPage {
  items: { id: string; name: string }[];
  total: number;
  /** False: only groups that passed through this portal. */
  complete: boolean;
}

const MAX_WITHOUT_SEARCH = 6;

const toTarget = ({ id, name }: { id: string; name: string }): Target => ({
  kind: "group",
  id,
  name,
});

/** Groups whose name contains the text: searched by the service when the page does not have all. */
function useGroups(initialGroups: GroupPage, text: string) {
  const search = text.trim();
  const needsSearch =
    initialGroups.complete && initialGroups.total > initialGroups.items.length && search !== "";
  const found = useOperation(
    "listGroups",
    needsSearch ? { query: { search, page_size: 20 } } : null,
    {
      keepPreviousData: true,
    },
  );
  if (needsSearch && found.data) return found.data.data;
  return initialGroups.items.filter(({ name }) =>
    name.toLowerCase().includes(search.toLowerCase()),
  );
}

interface GroupSelectProps {
  chosen: Target | null;
  onChoose: (target: Target | null) => void;
}

function GroupList({
  groups,
  chosen,
  onChoose,
}: GroupSelectProps & { groups: GroupPage["items"] }) {
  const t = useTranslations("controls.console.target");
  return (
    <div
      role="radiogroup"
      aria-label={t("groups")}
      className="max-h-52 overflow-y-auto rounded-md border border-line p-1"
    >
      {groups.length === 0 && <p className="px-3 py-2 text-muted">{t("noMatch")}</p>}
      {groups.map(({ id, name }) => (
        <label
          key={id}
          className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded px-2.5 hover:bg-sunken has-checked:bg-sunken has-checked:font-medium"
        >
          <input
            ref={syncEarlyInput}
            type="radio"
            name="group"
            className="size-4 shrink-0 accent-(--accent)"
            checked={chosen?.id === id}
            onChange={() => onChoose(toTarget({ id, name }))}
          />
          <span className="min-w-0 truncate">{name}</span>
        </label>
      ))}
    </div>
  );
}

/** A group by its id, for a service that lists none. */
function GroupById({ onChoose }: Pick<GroupSelectProps, "onChoose">) {
  const t = useTranslations("controls.console.target");
  const [id, setId] = useState("");
  const type = (text: string) => {
    setId(text);
    const trimmed = text.trim();
    onChoose(trimmed === "" ? null : toTarget({ id: trimmed, name: trimmed }));
  };
  return (
    <Field label={t("byId")} hint={t("byIdHint")}>
      <TextInput
        value={id}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => type(event.target.value)}
      />
    </Field>
  );
}

/** Chooses a group by its name; Enter in the search takes the first one found. */
export function GroupSelect({
  initialGroups,
  chosen,
  onChoose,
}: GroupSelectProps & { initialGroups: GroupPage }) {
  const t = useTranslations("controls.console.target");
  const [text, setText] = useState("");
  const groups = useGroups(initialGroups, text);
  const isElsewhere = chosen?.kind === "group" && !groups.some(({ id }) => id === chosen.id);
  const options = isElsewhere ? [chosen, ...groups] : groups;
  const takeFirst = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || text.trim() === "") return;
    event.preventDefault();
    if (groups[0]) onChoose(toTarget(groups[0]));
  };
  return (
    <div className="flex flex-col gap-2.5">
      {initialGroups.items.length > MAX_WITHOUT_SEARCH && (
        <TextInput
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={takeFirst}
        />
      )}
      <GroupList groups={options} chosen={chosen} onChoose={onChoose} />
      {!initialGroups.complete && <GroupById onChoose={onChoose} />}
    </div>
  );
}
