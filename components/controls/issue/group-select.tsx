"use client";

import { useTranslations } from "next-intl";
import { useState, type KeyboardEvent } from "react";
import { useOperation } from "@/components/api/use-operation.ts";
import { Field, TextInput } from "@/components/ui/field.tsx";
import { syncEarlyInput } from "@/components/ui/hydrate-input-value.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ListedGroup } from "@/lib/contract/groups.ts";
import type { Target } from "../control-draft.ts";

export type GroupOption = Pick<ListedGroup, "id" | "name" | "locations" | "rated_kw">;

export interface GroupPage {
  items: GroupOption[];
  total: number;
  /** False: only groups that passed through this portal. */
  complete: boolean;
}

const MAX_WITHOUT_SEARCH = 6;
const MAX_FOUND = 20;

const toTarget = ({ id, name }: GroupOption): Target => ({ kind: "group", id, name });

/** Groups whose name contains the text: searched by the service when the page does not have all. */
function useGroups(initialGroups: GroupPage, text: string): Pick<GroupPage, "items" | "total"> {
  const search = text.trim();
  const needsSearch =
    initialGroups.complete && initialGroups.total > initialGroups.items.length && search !== "";
  const found = useOperation(
    "listGroups",
    needsSearch ? { query: { search, page_size: MAX_FOUND } } : null,
    { keepPreviousData: true },
  );
  if (needsSearch && found.data) {
    const items = found.data.data;
    return { items, total: found.total ?? items.length };
  }
  if (search === "") return initialGroups;
  const items = initialGroups.items.filter(({ name }) =>
    name.toLowerCase().includes(search.toLowerCase()),
  );
  return { items, total: items.length };
}

interface GroupSelectProps {
  chosen: Target | null;
  onChoose: (target: Target | null) => void;
}

function GroupList({ groups, chosen, onChoose }: GroupSelectProps & { groups: GroupOption[] }) {
  const t = useTranslations("controls.console.target");
  return (
    <div
      role="radiogroup"
      aria-label={t("groups")}
      className="max-h-52 overflow-y-auto rounded-md border border-line p-1"
    >
      {groups.length === 0 && <p className="px-3 py-2 text-muted">{t("noMatch")}</p>}
      {groups.map((group) => (
        <label
          key={group.id}
          className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded px-2.5 hover:bg-sunken has-checked:bg-sunken has-checked:font-medium"
        >
          <input
            ref={syncEarlyInput}
            type="radio"
            name="group"
            className="size-4 shrink-0 accent-(--accent)"
            checked={chosen?.id === group.id}
            onChange={() => onChoose(toTarget(group))}
          />
          <span className="flex min-w-0 grow justify-between gap-x-3 max-sm:flex-col max-sm:py-1 sm:items-center">
            <span className="truncate">{group.name}</span>
            <GroupSize group={group} />
          </span>
        </label>
      ))}
    </div>
  );
}

/** The locations and rated power of a group, of a service that counts them. */
function GroupSize({ group: { locations, rated_kw } }: { group: GroupOption }) {
  const t = useTranslations("controls");
  const f = useFormats();
  if (locations === undefined) return null;
  const parts = [t("confirm.locations", { count: locations, shown: f.count(locations) })];
  if (rated_kw) parts.push(f.kw(rated_kw));
  return <span className="shrink-0 text-xs text-muted tabular-nums">{parts.join(" · ")}</span>;
}

/** How many of the groups are offered, where it is not all. */
function Offered({ count, total }: { count: number; total: number }) {
  const t = useTranslations("controls.console.target");
  const f = useFormats();
  return (
    <p role="status" className="text-xs text-muted empty:hidden">
      {count < total && t("offered", { shown: f.count(count), total: f.count(total) })}
    </p>
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
  const { items: groups, total } = useGroups(initialGroups, text);
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
      {initialGroups.complete && <Offered count={groups.length} total={total} />}
      {!initialGroups.complete && <GroupById onChoose={onChoose} />}
    </div>
  );
}
