import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Ban,
  CircleDashed,
  Equal,
  History,
  Layers2,
  Radio,
} from "lucide-react";
import type { ControlState, ControlType } from "@/lib/contract/controls.ts";
import { Badge, type Tone } from "@/components/ui/badge.tsx";
import { controlTypes, stateNames } from "./types.ts";

const typeIcons = {
  MAX_PRODUCTION: ArrowUpFromLine,
  ZERO_EXPORT: Equal,
  MAX_CONSUMPTION: ArrowDownToLine,
};

/** A control's direction as an icon. */
export function TypeIcon({ type }: { type: ControlType }) {
  const Icon = typeIcons[type];
  return <Icon aria-hidden className="size-4 shrink-0 text-curtailed" />;
}

/** A control's direction as an icon and its name. */
export function TypeName({ type }: { type: ControlType }) {
  return (
    <span className="inline-flex items-center gap-2">
      <TypeIcon type={type} />
      {controlTypes[type].title}
    </span>
  );
}

const states: Record<ControlState, { tone: Tone; icon: typeof Radio }> = {
  scheduled: { tone: "info", icon: CircleDashed },
  active: { tone: "curtailed", icon: Radio },
  ended: { tone: "neutral", icon: History },
  cancelled: { tone: "warn", icon: Ban },
};

/** Where a control stands in time, and whether a newer one took over part of it. */
export function StateBadge({
  state,
  superseded = false,
}: {
  state: ControlState;
  superseded?: boolean | null;
}) {
  const { tone, icon: Icon } = states[state];
  return (
    <span className="inline-flex flex-wrap items-center gap-1 max-sm:justify-end">
      <Badge tone={tone} icon={<Icon aria-hidden />}>
        {stateNames[state]}
      </Badge>
      {superseded && <Badge icon={<Layers2 aria-hidden />}>Superseded in part</Badge>}
    </span>
  );
}
