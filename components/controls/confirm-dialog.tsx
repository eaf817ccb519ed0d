"use client";

import { useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Field, TextInput } from "@/components/ui/field.tsx";
import { Failure } from "@/components/ui/states.tsx";
import { energyKwh } from "@/components/charts/series.ts";
import {
  formatCounted,
  formatKwh,
  formatMoment,
  formatWindow,
} from "@/components/format-english.ts";
import type { ControlPreview, ControlType } from "@/lib/contract/controls.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { targetName, type Target } from "./order.ts";
import { unheardSentence } from "./preview-panel.tsx";
import { controlTypes } from "./types.ts";
import type { Window } from "./window.ts";

/** What is asked for, and what is known of it before it is. */
interface Asked {
  target: Target;
  type: ControlType;
  window: Window;
  preview: ControlPreview | null;
  /** Whether the service takes controls back. */
  canCancel: boolean;
}

function Consequence({ target, type, window, preview, canCancel }: Asked) {
  return (
    <div className="flex flex-col gap-2 text-ink">
      <p>
        {preview
          ? `This tells ${formatCounted(preview.devices, "device")} at ${formatCounted(preview.locations, "location")}: `
          : "This tells the devices of this target: "}
        {controlTypes[type].means}
      </p>
      <p className="font-medium">{formatWindow(window.from, window.to)}</p>
      {preview && (
        <p>
          Planned change of net injection at {targetName(target)}:{" "}
          {formatKwh(energyKwh(preview.results), { signed: true })}.
        </p>
      )}
      {preview && preview.unheard > 0 && (
        <p className="text-warn">{unheardSentence(preview.unheard)}</p>
      )}
      <p className="text-muted">
        {controlTypes[type].consequence} It ends by itself on {formatMoment(window.to)}
        {canCancel
          ? "; until then it can be cancelled."
          : " and cannot be taken back from this portal; a newer control overrides it."}
      </p>
    </div>
  );
}

/** The last question before hardware is told; a bidding zone's code has to be typed. */
export function ConfirmDialog({
  pending,
  problem,
  onClose,
  onConfirm,
  ...asked
}: Asked & {
  pending: boolean;
  problem: Problem | null;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const { target, type } = asked;
  const [typed, setTyped] = useState("");
  const needsCode = target.kind === "bidding_zone";
  const isReady = !needsCode || typed.trim() === target.id;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !pending) onConfirm();
  };
  return (
    <Dialog
      open
      onClose={() => !pending && onClose()}
      title={`${controlTypes[type].title} on ${targetName(target)}?`}
      description={<Consequence {...asked} />}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        {needsCode && (
          <Field label={`Type ${target.id} to confirm the whole bidding zone`}>
            <TextInput
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              autoCapitalize="characters"
            />
          </Field>
        )}
        {problem && <Failure problem={problem} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose} disabled={pending}>
            Do not issue
          </Button>
          <Button type="submit" variant="danger" pending={pending} disabled={!isReady}>
            Issue control
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
