import { useTranslations } from "next-intl";
import {
  MaxConsumptionIcon,
  MaxProductionIcon,
  ZeroExportIcon,
} from "@/components/icons/control-icons.tsx";
import type { ControlType } from "@/lib/contract/controls.ts";

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
