import type { ReactNode } from "react";
import type { DeviceType } from "@/lib/contract/devices.ts";
import { BatteryIcon, MeterIcon, SolarIcon } from "./icons.tsx";

/** What people call each type of device, and its picture. */
export const deviceKinds = {
  SOLAR_INVERTER: { label: "Solar inverter", Icon: SolarIcon, tone: "text-production" },
  BATTERY: { label: "Battery", Icon: BatteryIcon, tone: "text-good" },
  METER: { label: "Meter", Icon: MeterIcon, tone: "text-consumption" },
} satisfies Record<DeviceType, { label: string; Icon: typeof SolarIcon; tone: string }>;

/** A device's type: its picture and its name. */
export function DeviceKind({ type, children }: { type: DeviceType; children?: ReactNode }) {
  const { Icon, label, tone } = deviceKinds[type];
  return (
    <span className="inline-flex items-center gap-2 align-middle">
      <Icon className={`size-5 shrink-0 ${tone}`} />
      {children ?? label}
    </span>
  );
}

/** A device's picture, large. */
export function DevicePicture({ type }: { type: DeviceType }) {
  const { Icon, tone } = deviceKinds[type];
  return (
    <span className="grid size-16 shrink-0 place-items-center rounded-lg bg-sunken">
      <Icon className={`size-9 ${tone}`} />
    </span>
  );
}
