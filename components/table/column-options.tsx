"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button.tsx";
import type { ColumnVisibility } from "./use-column-visibility.ts";

/** The available columns, each visible or hidden. */
export function ColumnOptions({ choice }: { choice: ColumnVisibility }) {
  const t = useTranslations("table");
  const { options, visibility, chosen, choose } = choice;
  const toggle = (id: string) =>
    choose(options.map((one) => one.id).filter((one) => (one === id) !== visibility[one]));
  return (
    <>
      {options.map(({ id, label }) => (
        <label
          key={id}
          className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded px-2 hover:bg-sunken"
        >
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={visibility[id]}
            onChange={() => toggle(id)}
          />
          {label}
        </label>
      ))}
      <div className="mt-1 border-t border-line px-2 pt-2 pb-1 text-xs text-muted">
        {t("columnsHint")}
        {chosen && (
          <Button size="sm" variant="ghost" className="mt-1 -ml-3" onClick={() => choose(null)}>
            {t("columnsReset")}
          </Button>
        )}
      </div>
    </>
  );
}
