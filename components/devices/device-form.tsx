"use client";

import { useRouter } from "next/navigation";
import { ChoiceCard } from "@/components/form/choice-card.tsx";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { type FieldErrors, useOperationForm } from "@/components/form/use-operation-form.ts";
import { Field, TextInput } from "@/components/ui/field.tsx";
import { DeviceTypeName, deviceTypes } from "./device-types.tsx";
import { useTranslations } from "next-intl";
import {
  DecimalField,
  parseDecimal,
  parseOptionalDecimal,
} from "@/components/form/decimal-field.tsx";
import { syncEarlyInput } from "@/components/ui/hydrate-input-value.ts";
import type { DeviceType } from "@/lib/contract/devices.ts";

/** The draft of a device's registration; numbers as typed. */
interface DeviceDraft {
  name: string;
  brand: string;
  device_type: DeviceType;
  controllable: boolean;
  pv_peak_kw: string;
  inverter_kw: string;
  tilt: string;
  azimuth: string;
  capacity_kwh: string;
  power_kw: string;
  efficiency: string;
  floor: string;
  connection_limit_kw: string;
}

export const emptyDevice: DeviceDraft = {
  name: "",
  brand: "",
  device_type: "SOLAR_INVERTER",
  controllable: true,
  pv_peak_kw: "",
  inverter_kw: "",
  tilt: "35",
  azimuth: "180",
  capacity_kwh: "",
  power_kw: "",
  efficiency: "0.95",
  floor: "0.1",
  connection_limit_kw: "",
};

/** The body of a registration: the ratings are those of the chosen type. */
export function deviceBody(locationId: string, draft: DeviceDraft) {
  const { name, brand, device_type } = draft;
  return {
    location_id: locationId,
    name: name.trim(),
    brand: brand.trim(),
    device_type,
    ratings: ratings[device_type](draft),
  };
}

const ratings = {
  SOLAR_INVERTER: (draft: DeviceDraft) => ({
    pv_peak_kw: parseDecimal(draft.pv_peak_kw),
    inverter_kw: parseDecimal(draft.inverter_kw),
    tilt: parseDecimal(draft.tilt),
    azimuth: parseDecimal(draft.azimuth),
    controllable: draft.controllable,
  }),
  BATTERY: (draft: DeviceDraft) => ({
    capacity_kwh: parseDecimal(draft.capacity_kwh),
    power_kw: parseDecimal(draft.power_kw),
    efficiency: parseOptionalDecimal(draft.efficiency, undefined),
    floor: parseOptionalDecimal(draft.floor, undefined),
    controllable: draft.controllable,
  }),
  METER: (draft: DeviceDraft) => ({
    connection_limit_kw: parseOptionalDecimal(draft.connection_limit_kw, null),
  }),
} satisfies Record<DeviceType, (draft: DeviceDraft) => object>;

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
function DeviceRatingFields({
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

/** Registers a device at a location; `brands` are offered as suggestions. */
export function DeviceForm({ locationId, brands }: { locationId: string; brands: string[] }) {
  const t = useTranslations("devices");
  const router = useRouter();
  const back = `/locations/${encodeURIComponent(locationId)}`;
  const form = useOperationForm({
    operation: "registerDevice",
    initial: emptyDevice,
    toBody: (draft) => deviceBody(locationId, draft),
    onDone: () => router.push(back),
  });
  const { draft, set, errors } = form;

  return (
    <FormFrame form={form} action={t("register")} cancelHref={back}>
      <DeviceTypeSelect chosen={draft.device_type} onChoose={(type) => set("device_type", type)} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("name")} error={errors.name}>
          <TextInput value={draft.name} onChange={(event) => set("name", event.target.value)} />
        </Field>
        <Field label={t("brand")} error={errors.brand} hint={t("brandHint")}>
          <TextInput
            list="brands"
            autoComplete="off"
            value={draft.brand}
            onChange={(event) => set("brand", event.target.value)}
          />
        </Field>
        <datalist id="brands">
          {brands.map((brand) => (
            <option key={brand} value={brand} />
          ))}
        </datalist>
      </div>
      <DeviceRatingFields draft={draft} errors={errors} set={set} />
    </FormFrame>
  );
}

function DeviceTypeSelect({
  chosen,
  onChoose,
}: {
  chosen: DeviceType;
  onChoose: (type: DeviceType) => void;
}) {
  const t = useTranslations("devices");
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t("type")}</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {deviceTypes.map((type) => (
          <ChoiceCard
            key={type}
            name="device_type"
            checked={chosen === type}
            onChoose={() => onChoose(type)}
            title={<DeviceTypeName type={type} />}
          />
        ))}
      </div>
    </fieldset>
  );
}
