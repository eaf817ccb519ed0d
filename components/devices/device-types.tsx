import { useTranslations } from "next-intl";
import type { DeviceType } from "@/lib/contract/devices.ts";
import { SvgIcon, type IconProps } from "@/components/icons/svg-icon.tsx";

/** Panels on their stand. */
export const SolarIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <path d="M6 5h12l3 11H3z" />
    <path d="M4.5 10.5h15M10 5l-1 11M14 5l1 11" />
    <path d="M12 16v4M8.5 20h7" />
  </SvgIcon>
);

/** A battery, lying, partly full. */
export const BatteryIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <rect x="2.5" y="7" width="16.5" height="10" rx="2" />
    <path d="M21.5 10.5v3" />
    <path d="M6 10v4M9 10v4M12 10v4" />
  </SvgIcon>
);

/** A meter: a dial above its register. */
export const MeterIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <rect x="4" y="3" width="16" height="18" rx="2.5" />
    <path d="M7.5 12a4.5 4.5 0 0 1 9 0" />
    <path d="M12 12l2-2.6" />
    <path d="M8 16.5h8" />
  </SvgIcon>
);

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
