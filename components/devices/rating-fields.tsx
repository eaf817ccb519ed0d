"use client";

import { DecimalField } from "@/components/form/decimal-field.tsx";
import type { FieldErrors } from "@/components/form/use-operation-form.ts";
import type { DeviceType } from "@/lib/contract/devices.ts";
import type { DeviceDraft } from "./device-draft.ts";

type NumberField = Exclude<keyof DeviceDraft, "name" | "brand" | "device_type" | "controllable">;
interface RatingField {
  field: NumberField;
  label: string;
  unit?: string;
  hint?: string;
}

const fields: Record<DeviceType, RatingField[]> = {
  SOLAR_INVERTER: [
    { field: "pv_peak_kw", label: "Panels, peak power", unit: "kW" },
    { field: "inverter_kw", label: "Inverter, most AC power", unit: "kW" },
    { field: "tilt", label: "Tilt", unit: "°", hint: "0 is flat, 90 is upright" },
    { field: "azimuth", label: "Azimuth", unit: "°", hint: "Clockwise from north; 180 is south" },
  ],
  BATTERY: [
    { field: "capacity_kwh", label: "Capacity", unit: "kWh" },
    { field: "power_kw", label: "Power, charging and discharging", unit: "kW" },
    { field: "efficiency", label: "Efficiency, one way", hint: "Share from 0.5 to 1" },
    { field: "floor", label: "Never discharged below", hint: "Share of the capacity, 0 to 0.9" },
  ],
  METER: [
    {
      field: "connection_limit_kw",
      label: "Connection limit",
      unit: "kW",
      hint: "Most the connection carries in either direction; empty when not known",
    },
  ],
};

/** The ratings a type of device has. */
export function RatingFields({
  draft,
  errors,
  set,
}: {
  draft: DeviceDraft;
  errors: FieldErrors;
  set: <F extends keyof DeviceDraft>(field: F, value: DeviceDraft[F]) => void;
}) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {fields[draft.device_type].map(({ field, ...rest }) => (
          <DecimalField
            key={field}
            {...rest}
            error={errors[field]}
            value={draft[field]}
            onChange={(value) => set(field, value)}
          />
        ))}
      </div>
      {draft.device_type !== "METER" && (
        <label className="flex min-h-8 items-center gap-2.5">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={draft.controllable}
            onChange={(event) => set("controllable", event.target.checked)}
          />
          Follows setpoints; without this it is only measured
        </label>
      )}
    </>
  );
}
