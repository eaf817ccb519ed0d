"use client";

import { useState } from "react";
import { ControlChart } from "@/components/charts/control-chart.tsx";
import { LiveState } from "@/components/controls/live-state.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { useNow } from "@/components/use-now.ts";
import type { OwnControl } from "@/lib/contract/locations.ts";
import { effectSentence, ownControlSentence } from "./own-control-sentence.ts";

function Details({ control }: { control: OwnControl }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-8 content-center text-muted hover:text-ink">
        Per quarter of an hour
      </summary>
      {open && (
        <div className="pt-2">
          <ControlChart effects={control.results} />
        </div>
      )}
    </details>
  );
}

/** What a customer's installations were asked to do, in plain sentences, newest first. */
export function OwnControls({
  page,
  serverNow,
}: {
  page: { items: OwnControl[]; complete: boolean };
  serverNow: number;
}) {
  const now = useNow(10_000, serverNow);
  if (page.items.length === 0) {
    return (
      <Empty
        title={page.complete ? "Nothing happened yet" : "This cannot be shown"}
        hint={
          page.complete
            ? "When your installations are asked to produce or consume differently, it is written down here."
            : "The service behind this portal does not tell which controls touched your locations."
        }
      />
    );
  }
  return (
    <ol className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
      {page.items.map((control) => (
        <li key={control.control_id} className="flex flex-col gap-1 px-4 py-3 sm:px-5">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <p className="max-w-prose">{ownControlSentence(control, now)}</p>
            <LiveState control={control} serverNow={serverNow} />
          </div>
          <p className="text-muted">{effectSentence(control.results)}</p>
          <Details control={control} />
        </li>
      ))}
    </ol>
  );
}
