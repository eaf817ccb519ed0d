"use client";

import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, type FormEvent } from "react";
import { formatCounted } from "@/components/format-english.ts";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Field, TextInput } from "@/components/ui/field.tsx";
import { Failure } from "@/components/ui/states.tsx";

/** How many of a customer's things are deleted with it. */
export interface Goes {
  locations: number;
  devices: number;
}

/**
 * Deletes a customer after its name (its id, where the name is not known) was typed. `goes` says
 * what is deleted with it; null where nobody can count it.
 */
export function DeleteCustomer({
  id,
  name,
  goes,
}: {
  id: string;
  name: string | null;
  goes: Goes | null;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Trash2 aria-hidden className="size-4" />
        Delete
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Delete ${name ?? "this customer"}?`}
        description={<Consequences goes={goes} />}
      >
        <Confirmation id={id} word={name ?? id} onCancel={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Consequences({ goes }: { goes: Goes | null }) {
  return (
    <>
      {goes === null
        ? "All of the customer's locations and devices are deleted with it. "
        : `${formatCounted(goes.locations, "location")} and ${formatCounted(goes.devices, "device")} are deleted with it. `}
      Controls of the past stay on record. This cannot be undone.
    </>
  );
}

function Confirmation({ id, word, onCancel }: { id: string; word: string; onCancel: () => void }) {
  const router = useRouter();
  const form = useOperationForm({
    operation: "deleteCustomer",
    params: { customer_id: id },
    initial: { typed: "" },
    toBody: () => undefined,
    onDone: () => router.replace("/customers"),
  });
  const sure = form.draft.typed.trim() === word.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sure) form.submit();
  };

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label={
          <>
            Type <strong className="select-all">{word}</strong> to confirm
          </>
        }
      >
        <TextInput
          autoComplete="off"
          value={form.draft.typed}
          onChange={(event) => form.set("typed", event.target.value)}
        />
      </Field>
      {form.problem && <Failure problem={form.problem} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Keep</Button>
        <Button type="submit" variant="danger" disabled={!sure} pending={form.pending}>
          Delete customer
        </Button>
      </div>
    </form>
  );
}
