"use client";

import { useTranslations } from "next-intl";
import { DecimalField } from "@/components/form/decimal-field.tsx";
import type { FieldErrors } from "@/components/form/use-operation-form.ts";
import { syncEarlyInput } from "@/components/ui/hydrate-input-value.ts";
import type { DeviceType } from "@/lib/contract/devices.ts";
import type { DeviceDraft } from "./device-draft.ts";

type NumberField = Exclude<keyof DeviceDraft, "name" | "brand" | "device_type" | "controllable">;

const fields: Record<DeviceType, NumberField[]> = {
  SOLAR_INVERTER: ["pv_peak_kw", "inverter_kw", "tilt", "azimuth"],
  BATTERY: ["capacity_kwh", "power_kw", "efficiency", "floor"],
  METER: ["connection_limit_kw"],
};

const units: Partial<Record<NumberField, string>> = {
  pv_peak_kw: "kW",
  inverter_kw: "kW",
  tilt: "°",
  azimuth: "°",
  capacity_kwh: "kWh",
  power_kw: "kW",
  connection_limit_kw: "kW",
};

/** The ratings a type of device has. */
export function DeviceRatingFields({
  draft,
  errors,
  set,
}: {
  draft: DeviceDraft;
  errors: FieldErrors;
  set: <F extends keyof DeviceDraft>(field: F, value: DeviceDraft[F]) => void;
}) {
  const t = useTranslations("devices");
  const hint = (field: NumberField) => {
    const key = `hints.${field}` as Parameters<typeof t.has>[0];
    return t.has(key) ? t(key) : undefined;
  };
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {fields[draft.device_type].map((field) => (
          <DecimalField
            key={field}
            label={t(`fields.${field}`)}
            unit={units[field]}
            hint={hint(field)}
            error={errors[field]}
            value={draft[field]}
            onChange={(value) => set(field, value)}
          />
        ))}
      </div>
      {draft.device_type !== "METER" && (
        <label className="flex min-h-8 items-center gap-2.5">
          <input
            ref={syncEarlyInput}
            type="checkbox"
            className="size-4 accent-accent"
            checked={draft.controllable}
            onChange={(event) => set("controllable", event.target.checked)}
          />
          {t("followsField")}
        </label>
      )}
    </>
  );
}
