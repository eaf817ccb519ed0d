"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, startTransition, useState } from "react";
import { SelectPage, type Selection } from "@/components/table/selection.tsx";
import { Select } from "@/components/ui/field.tsx";
import type { Customer } from "@/lib/contract/customers.ts";
import { type Assignment, useAssign } from "./use-assign.ts";
import { useTranslations } from "next-intl";
import { useProblemMessages } from "@/components/api/use-problem-messages.ts";
import { Button } from "@/components/ui/button.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { GroupOption } from "@/lib/portal/queries/group.ts";

/** How far it has come, and the way to stop it. */
function AssignProgress({ assignment, onStop }: { assignment: Assignment; onStop: () => void }) {
  const t = useTranslations("customers.assign");
  const f = useFormats();
  const { total, done, failed, state } = assignment;
  const past = done + failed.length;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <progress value={past} max={total} aria-label={t("bar")} className="h-2 w-48 accent-accent" />
      <p role="status">
        {state === "stopping"
          ? t("stopping")
          : t("progress", { done: f.count(past), total: f.count(total) })}
      </p>
      <Button disabled={state === "stopping"} onClick={onStop}>
        {t("stop")}
      </Button>
    </div>
  );
}

/** What became of it: how many, and by name those that were not changed. */
function AssignOutcome({
  assignment,
  groups,
  onDismiss,
}: {
  assignment: Assignment;
  groups: GroupOption[];
  onDismiss: () => void;
}) {
  const t = useTranslations("customers.assign");
  const { groupId, total, done, failed } = assignment;
  const left = total - done - failed.length;
  const group = groups.find(({ id }) => id === groupId)?.name ?? groupId ?? "";
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p role="status">
          {groupId === null ? t("doneNone", { count: done }) : t("done", { count: done, group })}{" "}
          {left > 0 && t("left", { count: left })}
        </p>
        {failed.length > 0 && <Failures failed={failed} />}
      </div>
      <Button size="sm" onClick={onDismiss}>
        {t("dismiss")}
      </Button>
    </div>
  );
}

const strong = (text: ReactNode) => <strong className="font-medium">{text}</strong>;

function Failures({ failed }: Pick<Assignment, "failed">) {
  const t = useTranslations("customers.assign");
  const messages = useProblemMessages();
  return (
    <div role="alert" className="mt-1 text-bad">
      <p>{t("failed", { count: failed.length })}</p>
      <ul className="mt-1 max-h-40 list-disc overflow-y-auto pl-5">
        {failed.map(({ customer, problem }) => (
          <li key={customer.id}>
            {t.rich("failure", {
              strong,
              name: customer.name,
              reason: problem ? messages.detail(problem) : t("unread"),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}

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
