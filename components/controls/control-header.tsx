"use client";

import type { ReactNode } from "react";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { StateBadge, TypeName } from "./badges.tsx";
import { controlStateAt, targetTitle, windowInWords, type ShownControl } from "./shown-control.ts";

/** The heading of a control's page, as it stands at `now` (ms), with what can be done with it. */
export function ControlHeader({
  control,
  now,
  actions,
}: {
  control: ShownControl;
  now: number;
  actions: ReactNode;
}) {
  return (
    <PageHeader
      backHref="/controls"
      backLabel="Controls"
      actions={actions}
      title={<TypeName type={control.type} />}
      subtitle={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StateBadge state={controlStateAt(control, now)} superseded={control.superseded} />
          <span>{targetTitle(control.target)}</span>
          <span>{windowInWords(control, now)}</span>
        </span>
      }
    />
  );
}
