"use client";

import { formatNearWindow } from "@/components/format.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { useNow } from "@/components/use-now.ts";
import { StateBadge, TypeName } from "./badges.tsx";
import { controlStateAt, targetTitle, type ShownControl } from "./shown-control.ts";

/** The heading of a control's page; its state moves on as time does. */
export function ControlHeader({
  control,
  serverNow,
}: {
  control: ShownControl;
  serverNow: number;
}) {
  const now = useNow(10_000, serverNow);
  return (
    <PageHeader
      backHref="/controls"
      backLabel="Controls"
      title={<TypeName type={control.type} />}
      subtitle={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StateBadge state={controlStateAt(control, now)} />
          <span>{targetTitle(control.target)}</span>
          <span>{formatNearWindow(control.time_from, control.time_to, now)}</span>
        </span>
      }
    />
  );
}
