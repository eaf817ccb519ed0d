"use client";

import { useTranslations } from "next-intl";
import { createContext, useContext, useState, type ReactNode } from "react";
import { syncEarlyInput } from "@/components/ui/hydrate-input-value.ts";

interface Selectable {
  id: string;
  name: string;
}

/** What is selected of a list, also on its other pages. */
export interface Selection<Row extends Selectable = Selectable> {
  chosen: ReadonlyMap<string, Row>;
  /** Selects or leaves out; rows already so stay so. */
  put(rows: Row[], selected: boolean): void;
  clear(): void;
}

/** A selection that starts empty. */
export function useSelection<Row extends Selectable>(): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  return {
    chosen,
    put: (rows, selected) =>
      setChosen((now) => {
        const next = new Map(now);
        for (const row of rows) {
          if (selected) next.set(row.id, row);
          else next.delete(row.id);
        }
        return next;
      }),
    clear: () => setChosen(new Map()),
  };
}

const SelectionContext = createContext<Selection<never> | null>(null);

/** Carries a selection to the checkboxes of its table. */
export function SelectionProvider<Row extends Selectable>({
  selection,
  children,
}: {
  selection: Selection<Row>;
  children: ReactNode;
}) {
  return <SelectionContext value={selection as Selection<never>}>{children}</SelectionContext>;
}

const checkboxClass = "block size-4 accent-accent";

/** Selects one row. */
export function SelectRow({ row }: { row: Selectable }) {
  const t = useTranslations("table");
  const selection = useContext(SelectionContext) as Selection | null;
  if (!selection) return null;
  return (
    <label className="block cursor-pointer p-2 sm:-m-2">
      <input
        ref={syncEarlyInput}
        type="checkbox"
        aria-label={t("selectRow", { name: row.name })}
        className={checkboxClass}
        checked={selection.chosen.has(row.id)}
        onChange={(event) => selection.put([row], event.target.checked)}
      />
    </label>
  );
}

/** Selects all rows of the page; half-checked while only some are. */
export function SelectPage({ rows, label }: { rows: Selectable[]; label?: string }) {
  const t = useTranslations("table");
  const selection = useContext(SelectionContext) as Selection | null;
  if (!selection) return null;
  const selected = rows.filter(({ id }) => selection.chosen.has(id)).length;
  const all = selected === rows.length;
  return (
    <label className="-m-2 inline-flex min-h-8 cursor-pointer items-center gap-2 p-2">
      <input
        type="checkbox"
        aria-label={label ? undefined : t("selectPage")}
        className={checkboxClass}
        checked={all}
        ref={(box) => {
          syncEarlyInput(box);
          if (box) box.indeterminate = selected > 0 && !all;
        }}
        onChange={() => selection.put(rows, !all)}
      />
      {label}
    </label>
  );
}
