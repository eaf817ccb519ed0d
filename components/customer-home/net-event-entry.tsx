"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { TypeIcon } from "@/components/controls/type-name.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { ControlWorth } from "@/components/value/value.dynamic.tsx";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import { Fold, Reason, Sentences } from "./control-narrative-entry.tsx";
import { describeTogether, getSpan } from "./net-event.ts";

/** Overlapping controls that are over, as one event; each of them is folded. */
export function NetEventEntry({
  controls,
  now,
  valuedFor,
  hasCharged,
  entryOf,
}: {
  controls: readonly LocatedControl[];
  now: number;
  /** The customer to whom the service says what controls were worth. */
  valuedFor: string | undefined;
  /** Whether the customer's batteries charged meanwhile. */
  hasCharged: boolean;
  entryOf: (control: LocatedControl) => ReactNode;
}) {
  const t = useTranslations("customerHome");
  const f = useFormats();
  const { lead, details, whys, newest } = describeTogether(controls, { t, f });
  return (
    <div className="flex gap-3">
      <span className="mt-0.5 grid size-8 shrink-0 place-items-center rounded-full bg-curtailed/10">
        <TypeIcon type={newest.type} />
      </span>
      <div className="min-w-0 max-w-prose">
        <p className="text-muted">{f.nearDay(getSpan(controls).from, now)}</p>
        <p className="text-base font-medium">{lead}</p>
        <Sentences of={details} />
        {whys.map((why) => (
          <Reason key={why} why={why} />
        ))}
        {valuedFor !== undefined && (
          <ControlWorth
            customerId={valuedFor}
            controlIds={controls.map(({ control_id }) => control_id)}
            hasCharged={hasCharged}
          />
        )}
        <Fold title={t("activity.together.each", { count: controls.length })}>
          <ol className="mt-1 flex flex-col gap-4 border-l-2 border-line pl-3">
            {controls.map((control) => (
              <li key={control.control_id}>{entryOf(control)}</li>
            ))}
          </ol>
        </Fold>
      </div>
    </div>
  );
}
