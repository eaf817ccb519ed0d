"use client";

import { useState } from "react";
import { useOperation } from "@/components/api/use-operation.ts";
import { Field, TextInput } from "@/components/ui/field.tsx";
import { ZONE_NL, type Target } from "./order.ts";
import { ChoiceCard } from "@/components/form/choice-card.tsx";

export interface KnownGroups {
  items: { id: string; name: string }[];
  total: number;
  /** False: only groups that passed through this portal. */
  complete: boolean;
}

const toTarget = ({ id, name }: { id: string; name: string }): Target => ({
  kind: "group",
  id,
  name,
});

/** Groups whose name holds the text: asked from the service when there are more than we have. */
function useGroups(known: KnownGroups, text: string) {
  const search = text.trim();
  const ask = known.complete && known.total > known.items.length && search !== "";
  const found = useOperation("listGroups", ask ? { query: { search, page_size: 20 } } : null, {
    keepPreviousData: true,
  });
  if (ask && found.data) return found.data.data;
  return known.items.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
}

function GroupChoice({
  known,
  chosen,
  onChoose,
}: {
  known: KnownGroups;
  chosen: Target | null;
  onChoose: (target: Target | null) => void;
}) {
  const [text, setText] = useState("");
  const [typedId, setTypedId] = useState("");
  const groups = useGroups(known, text);
  const listed = chosen?.kind === "group" && !groups.some(({ id }) => id === chosen.id);
  const options = listed ? [chosen, ...groups] : groups;
  const typeId = (id: string) => {
    setTypedId(id);
    const trimmed = id.trim();
    onChoose(trimmed === "" ? null : toTarget({ id: trimmed, name: trimmed }));
  };
  return (
    <div className="flex flex-col gap-3">
      {known.items.length > 6 && (
        <TextInput
          type="search"
          aria-label="Search groups"
          placeholder="Search groups"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <div
        role="radiogroup"
        aria-label="Group"
        className="max-h-56 overflow-y-auto rounded-md border border-line p-1"
      >
        {options.length === 0 && <p className="px-3 py-2 text-muted">No group matches.</p>}
        {options.map(({ id, name }) => (
          <label
            key={id}
            className="flex min-h-9 items-center gap-2.5 rounded px-2.5 hover:bg-sunken has-checked:bg-sunken has-checked:font-medium"
          >
            <input
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
      {!known.complete && (
        <Field
          label="Or a group's id"
          hint="This service lists no groups; those above passed through this portal."
        >
          <TextInput
            value={typedId}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => typeId(event.target.value)}
          />
        </Field>
      )}
    </div>
  );
}

/** Chooses what to control: the bidding zone or one group. */
export function TargetChoice({
  known,
  chosen,
  onChoose,
}: {
  known: KnownGroups;
  chosen: Target | null;
  onChoose: (target: Target | null) => void;
}) {
  const [kind, setKind] = useState(chosen?.kind ?? "bidding_zone");
  const choose = (next: Target["kind"]) => {
    setKind(next);
    onChoose(next === "bidding_zone" ? ZONE_NL : null);
  };
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold">What</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        <ChoiceCard
          name="target"
          checked={kind === "bidding_zone"}
          onChoose={() => choose("bidding_zone")}
          title="Bidding zone NL"
          hint="All its locations"
        />
        <ChoiceCard
          name="target"
          checked={kind === "group"}
          onChoose={() => choose("group")}
          title="A group"
          hint="Its customers' locations"
        />
      </div>
      {kind === "group" && <GroupChoice known={known} chosen={chosen} onChoose={onChoose} />}
    </fieldset>
  );
}
