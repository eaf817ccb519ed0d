import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useProblemMessages } from "@/components/api/use-problem-messages.ts";
import { Button } from "@/components/ui/button.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { GroupOption } from "@/lib/portal/queries/group-options.ts";
import type { Assignment } from "./use-assign.ts";

/** How far it has come, and the way to stop it. */
export function AssignProgress({
  assignment,
  onStop,
}: {
  assignment: Assignment;
  onStop: () => void;
}) {
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
export function AssignOutcome({
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
  const texts = useProblemMessages();
  return (
    <div role="alert" className="mt-1 text-bad">
      <p>{t("failed", { count: failed.length })}</p>
      <ul className="mt-1 max-h-40 list-disc overflow-y-auto pl-5">
        {failed.map(({ customer, problem }) => (
          <li key={customer.id}>
            {t.rich("failure", {
              strong,
              name: customer.name,
              reason: problem ? texts.detail(problem) : t("unread"),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
