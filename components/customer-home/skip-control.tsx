"use client";

import { useOperation } from "@/components/api/use-operation.ts";
import { SkipButton } from "./skip-button.tsx";
import { SkipPlaceholder } from "./skip-placeholder.tsx";
import type { LocatedControl } from "@/lib/contract/locations.ts";

/** Lets a customer skip a request, where the group allows it, or take part after all. */
export function SkipControl({
  customerId,
  control,
  onChange,
}: {
  customerId: string;
  control: LocatedControl;
  onChange: () => void;
}) {
  const preferences = { params: { customer_id: customerId } };
  const { data, isLoading } = useOperation("getCustomerPreferences", preferences);
  const { control_id, opted_out: isSkipped } = control;
  const isAllowed = isSkipped === true || data?.allowed.control_opt_out === true;
  if (isSkipped === false && isLoading) return <SkipPlaceholder />;
  if (isSkipped === undefined || !isAllowed) return null;
  return (
    <div className="mt-3 pl-11">
      <SkipButton
        customerId={customerId}
        controlId={control_id}
        isSkipped={isSkipped}
        onChange={onChange}
      />
    </div>
  );
}
