"use client";

import { Ban } from "lucide-react";
import { useState } from "react";
import { MINUTE } from "@/components/amsterdam.ts";
import { formatNearEnd, formatTime, toMillis } from "@/components/format-english.ts";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Failure } from "@/components/ui/states.tsx";
import type { ControlDetail } from "@/lib/contract/controls.ts";
import { targetTitle, type ShownControl } from "./shown-control.ts";
import { controlTypes } from "./types.ts";

interface Cancelling {
  control: ShownControl;
  /** The moment it is looked at, in milliseconds. */
  now: number;
  onCancelled: (control: ControlDetail) => void;
  /** The call is over, whatever came of it. */
  onAnswered: () => void;
}

/** What cancelling changes, as far as it is known before it is asked for. */
export function cancelConsequence(
  { time_from, time_to }: Pick<ShownControl, "time_from" | "time_to">,
  now: number,
): string {
  if (now < toMillis(time_from)) {
    return "It will not begin: its devices stay with normal operation, or with another control.";
  }
  const next = formatTime(Math.floor(now / MINUTE) * MINUTE + MINUTE);
  const end = formatNearEnd(time_from, time_to, now);
  return (
    `From the next minute on (${next}) its devices return to normal operation, or to the older ` +
    `control that is still running. What was planned until ${end} is given back.`
  );
}

function CancelDialog({
  control,
  now,
  onCancelled,
  onAnswered,
  onClose,
}: Cancelling & { onClose: () => void }) {
  const form = useOperationForm({
    operation: "cancelControl",
    params: { control_id: control.id },
    initial: {},
    toBody: () => ({}),
    onDone: onCancelled,
  });
  const title = controlTypes[control.type].title.toLowerCase();
  return (
    <Dialog
      open
      onClose={() => !form.pending && onClose()}
      title={`Cancel ${title} on ${targetTitle(control.target)}?`}
      description={
        <>
          <p className="text-ink">{cancelConsequence(control, now)}</p>
          <p className="mt-2">The record of the control stays. Cancelling cannot be undone.</p>
        </>
      }
    >
      <form
        onSubmit={(event) => void form.submit(event).finally(onAnswered)}
        className="flex flex-col gap-4"
      >
        {form.problem && <Failure problem={form.problem} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose} disabled={form.pending}>
            Keep it
          </Button>
          <Button type="submit" variant="danger" pending={form.pending} disabled={form.saved}>
            Cancel control
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Cancels a control that is to come or under way, after a question that names what it changes. */
export function CancelControl(cancelling: Cancelling) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Ban aria-hidden className="size-4" />
        Cancel control…
      </Button>
      {open && <CancelDialog {...cancelling} onClose={() => setOpen(false)} />}
    </>
  );
}
