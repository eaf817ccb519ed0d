"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { startTransition, useState } from "react";
import { SelectPage, type Selection } from "@/components/table/selection.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Select } from "@/components/ui/field.tsx";
import type { Customer } from "@/lib/contract/customers.ts";
import { AssignOutcome, AssignProgress } from "./assign-progress.tsx";
import type { GroupOption } from "@/lib/portal/queries/group-options.ts";
import { useAssign } from "./use-assign.ts";

const NO_GROUP = " none ";

/** Puts the selected customers into a group, or takes them out of theirs. */
export function AssignGroup({
  selection,
  page,
  groups,
  rereads,
}: {
  selection: Selection<Customer>;
  /** The customers of the page that is shown. */
  page: Customer[];
  groups: GroupOption[];
  rereads: boolean;
}) {
  const t = useTranslations("customers.assign");
  const router = useRouter();
  const { assignment, assign, stop, dismiss } = useAssign({
    rereads,
    onDone: (customer) => selection.put([customer], false),
    onOver: () => startTransition(() => router.refresh()),
  });
  const { size } = selection.chosen;
  if (size === 0 && !assignment) return null;
  const running = assignment !== null && assignment.state !== "over";
  return (
    <section
      aria-label={t("bar")}
      className="flex flex-col gap-2 border-y border-line bg-sunken px-4 py-2.5 sm:px-5"
    >
      {(size > 0 || running) && (
        <AssignGroupForm
          size={size}
          page={page}
          groups={groups}
          running={running}
          onAssign={(groupId) => void assign([...selection.chosen.values()], groupId)}
          onClear={selection.clear}
        />
      )}
      {running && <AssignProgress assignment={assignment} onStop={stop} />}
      {assignment?.state === "over" && (
        <AssignOutcome assignment={assignment} groups={groups} onDismiss={dismiss} />
      )}
    </section>
  );
}

/** Stays where it is while it runs, so that a second press meets the same button. */
function AssignGroupForm({
  size,
  page,
  groups,
  running,
  onAssign,
  onClear,
}: {
  size: number;
  page: Customer[];
  groups: GroupOption[];
  running: boolean;
  onAssign: (groupId: string | null) => void;
  onClear: () => void;
}) {
  const t = useTranslations("customers.assign");
  const [group, setGroup] = useState("");
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="font-medium">
        {t("selected", { count: size })}
      </p>
      <span className="sm:hidden">
        <SelectPage rows={page} label={t("selectPage")} />
      </span>
      <div className="flex min-w-0 flex-wrap items-center gap-2 max-sm:w-full">
        <span className="min-w-0 max-sm:grow sm:w-60">
          <Select
            aria-label={t("to")}
            value={group}
            disabled={running}
            onChange={(event) => setGroup(event.target.value)}
          >
            <option value="" disabled>
              {t("choose")}
            </option>
            <option value={NO_GROUP}>{t("none")}</option>
            {groups.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </span>
        <Button
          variant="primary"
          disabled={group === ""}
          pending={running}
          onClick={() => onAssign(group === NO_GROUP ? null : group)}
        >
          {t("go")}
        </Button>
        <Button variant="ghost" disabled={running} onClick={onClear}>
          {t("clear")}
        </Button>
      </div>
    </div>
  );
}
