import { useTranslations } from "next-intl";
import {
  ActiveIcon,
  CancelledIcon,
  EndedIcon,
  MaxConsumptionIcon,
  MaxProductionIcon,
  ScheduledIcon,
  SupersededIcon,
  ZeroExportIcon,
} from "@/components/icons/control-icons.tsx";
import { Badge, type Tone } from "@/components/ui/badge.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ControlState, ControlType } from "@/lib/contract/controls.ts";
import { controlStateAt, isInForce, type Timed } from "@/lib/controls/control-state.ts";

const typeIcons = {
  MAX_PRODUCTION: MaxProductionIcon,
  ZERO_EXPORT: ZeroExportIcon,
  MAX_CONSUMPTION: MaxConsumptionIcon,
};

/** A control's direction as an icon. */
export function TypeIcon({ type }: { type: ControlType }) {
  const Icon = typeIcons[type];
  return <Icon className="size-[1.15em] shrink-0 text-curtailed" />;
}

/** A control's direction as an icon and its name. */
export function TypeName({ type }: { type: ControlType }) {
  const t = useTranslations("controls");
  return (
    <span className="inline-flex items-center gap-2">
      <TypeIcon type={type} />
      {t(`types.${type}.title`)}
    </span>
  );
}

const states: Record<ControlState, { tone: Tone; icon: typeof ActiveIcon }> = {
  scheduled: { tone: "info", icon: ScheduledIcon },
  active: { tone: "curtailed", icon: ActiveIcon },
  ended: { tone: "neutral", icon: EndedIcon },
  cancelled: { tone: "warn", icon: CancelledIcon },
};

/** The state of a control, and whether a newer one overrides part of it. */
export function StateBadge({
  state,
  superseded = false,
  until,
}: {
  state: ControlState;
  superseded?: boolean | null;
  /** When a cancelled control that is still in force ends, as a time. */
  until?: string | undefined;
}) {
  const t = useTranslations("controls");
  const { tone, icon: Icon } = states[state];
  const label =
    until === undefined ? t(`states.${state}`) : t("states.cancelledUntil", { time: until });
  return (
    <span className="inline-flex flex-wrap items-center gap-1 max-sm:justify-end">
      <Badge tone={tone} icon={<Icon />}>
        {label}
      </Badge>
      {superseded && <Badge icon={<SupersededIcon />}>{t("states.superseded")}</Badge>}
    </span>
  );
}

/** The badge of a control as seen from a moment (ms). */
export function ControlBadge({
  control,
  superseded,
  now,
}: {
  control: Timed;
  superseded?: boolean | null;
  now: number;
}) {
  const f = useFormats();
  const state = controlStateAt(control, now);
  const ends = state === "cancelled" && isInForce(control, now);
  return (
    <StateBadge
      state={state}
      superseded={superseded ?? null}
      until={ends ? f.time(control.effective_to) : undefined}
    />
  );
}
