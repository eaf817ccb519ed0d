"use client";

import { Field, Select } from "@/components/ui/field.tsx";
import { BIDDING_ZONE } from "@/lib/contract/bidding-zones.ts";
import { useGroupOptions } from "./use-group-options.ts";

/** Chooses the bidding zone or a group, by its id. */
export function TargetSelect({
  label,
  zoneLabel,
  value,
  error,
  onChange,
}: {
  label: string;
  /** What the whole bidding zone is called. */
  zoneLabel: string;
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
}) {
  const { groups, more } = useGroupOptions();
  return (
    <Field label={label} hint={more} error={error}>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value={BIDDING_ZONE}>{zoneLabel}</option>
        {groups.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
