import {
  ArrowDownToLine,
  ArrowUpFromLine,
  CircleDashed,
  Equal,
  History,
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
};

/** Where a control stands in time. */
export function StateBadge({ state }: { state: ControlState }) {
  const { tone, icon: Icon } = states[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {stateNames[state]}
    </Badge>
  );
}
