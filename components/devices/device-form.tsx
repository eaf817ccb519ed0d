"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { ChoiceCard } from "@/components/form/choice-card.tsx";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { Field, TextInput } from "@/components/ui/field.tsx";
import type { DeviceType } from "@/lib/contract/devices.ts";
import { DeviceTypeName, deviceTypes } from "./device-types.tsx";
import { deviceBody, emptyDevice } from "./device-draft.ts";
import { DeviceRatingFields } from "./device-rating-fields.tsx";

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
