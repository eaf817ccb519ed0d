import { useTranslations } from "next-intl";
import { BatteryIcon, MeterIcon, SolarIcon } from "@/components/icons/device-icons.tsx";
import type { DeviceType } from "@/lib/contract/devices.ts";

/** The picture of each type of device, and its colour. */
const icons = {
  SOLAR_INVERTER: { Icon: SolarIcon, tone: "text-production" },
  BATTERY: { Icon: BatteryIcon, tone: "text-good" },
  METER: { Icon: MeterIcon, tone: "text-consumption" },
} satisfies Record<DeviceType, { Icon: typeof SolarIcon; tone: string }>;

export const deviceTypes = Object.keys(icons) as DeviceType[];

/** A device's type: its picture and its name. */
export function DeviceTypeName({ type }: { type: DeviceType }) {
  const t = useTranslations("devices.types");
  const { Icon, tone } = icons[type];
  return (
    <span className="inline-flex items-center gap-2 align-middle">
      <Icon className={`size-5 shrink-0 ${tone}`} />
      {t(type)}
    </span>
  );
}

/** A device's picture, large. */
export function DeviceTypeIcon({ type }: { type: DeviceType }) {
  const { Icon, tone } = icons[type];
  return (
    <span className="grid size-16 shrink-0 place-items-center rounded-lg bg-sunken">
      <Icon className={`size-9 ${tone}`} />
    </span>
  );
}
