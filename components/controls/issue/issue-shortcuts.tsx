"use client";

import { RotateCcw, Zap } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { dynamic } from "@/components/ui/dynamic.tsx";
import type { Draft, NamedTemplate, Repeatable } from "../control-draft.ts";
import { describeRepeatable, toRepeatableTemplate } from "../repeatable.ts";
import { fromNow } from "../window.ts";

const ManageTemplates = dynamic(
  async () => (await import("./manage-templates.tsx")).ManageTemplates,
);

/** The templates by name, and what removes them. */
function Templates({
  templates,
  onChoose,
}: {
  templates: NamedTemplate[];
  onChoose: (order: Repeatable) => void;
}) {
  const t = useTranslations("controls");
  const [managing, setManaging] = useState(false);
  return (
    <>
      {templates.map((template) => {
        const order = toRepeatableTemplate(template);
        return (
          <Button
            key={template.id}
            size="sm"
            className="max-sm:min-h-11"
            title={describeRepeatable(order, t)}
            onClick={() => onChoose(order)}
          >
            <Zap aria-hidden className="size-4 shrink-0" />
            <span className="truncate">{template.name}</span>
          </Button>
        );
      })}
      <Button
        size="sm"
        variant="ghost"
        className="max-sm:min-h-11"
        onClick={() => setManaging(true)}
      >
        {t("templates.manage")}
      </Button>
      {managing && <ManageTemplates templates={templates} onClose={() => setManaging(false)} />}
    </>
  );
}

/** What fills in the form by one press: the user's latest control, and the templates of all staff. */
export function IssueShortcuts({
  last,
  templates,
  now,
  onChoose,
}: {
  last: Repeatable | null;
  templates: NamedTemplate[];
  now: number;
  onChoose: (draft: Draft) => void;
}) {
  const t = useTranslations("controls");
  const choose = ({ type, target, reason, durationMs }: Repeatable) =>
    onChoose({ type, target, reason, window: fromNow(durationMs, now) });
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      {last && (
        <Button size="sm" className="py-1 text-left max-sm:min-h-11" onClick={() => choose(last)}>
          <RotateCcw aria-hidden className="size-4 shrink-0" />
          {t("console.repeatLast", { what: describeRepeatable(last, t) })}
        </Button>
      )}
      {templates.length > 0 && (
        <div role="group" aria-label={t("templates.list")} className="contents">
          <Templates templates={templates} onChoose={choose} />
        </div>
      )}
    </div>
  );
}
