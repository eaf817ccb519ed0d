"use client";

import { useState } from "react";
import { ControlChart } from "@/components/charts/control-chart.tsx";
import { StateBadge, TypeIcon } from "@/components/controls/badges.tsx";
import {
  byState,
  controlStateAt,
  realWindow,
  wasCalledOff,
} from "@/components/controls/shown-control.ts";
import { Empty } from "@/components/ui/states.tsx";
import { useNow } from "@/components/use-now.ts";
import type { OwnControl } from "@/lib/contract/locations.ts";
import { deliveredSentence, effectSentence, ownControlSentence } from "./own-control-sentence.ts";

function Details({ control }: { control: OwnControl }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-8 w-fit content-center text-muted hover:text-ink">
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

function Entry({ control, now }: { control: OwnControl; now: number }) {
  const { type, results, delivered_kwh } = control;
  const calledOff = wasCalledOff(control);
  const state = controlStateAt(control, now);
  return (
    <li className="flex gap-3 px-4 py-3 sm:px-5">
      <span className="pt-0.5">
        <TypeIcon type={type} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p className="font-medium">{realWindow(control, now)}</p>
          <StateBadge state={state} />
        </div>
        <p className="mt-0.5 max-w-prose">{ownControlSentence(type, state, calledOff)}</p>
        {!calledOff && (
          <>
            <p className="text-muted">
              {effectSentence(results)} {delivered_kwh !== null && deliveredSentence(delivered_kwh)}
            </p>
            <Details control={control} />
          </>
        )}
      </div>
    </li>
  );
}

function Entries({ controls, now }: { controls: OwnControl[]; now: number }) {
  return (
    <ol className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
      {controls.map((control) => (
        <Entry key={control.control_id} control={control} now={now} />
      ))}
    </ol>
  );
}

/**
 * What a customer's installations were, are or will be asked to do, in plain sentences: first what
 * is under way or to come, the next one first, then what ended, the latest first; `most` of each.
 */
export function OwnControls({
  page,
  serverNow,
  most = Number.POSITIVE_INFINITY,
  heading: Heading = "h3",
}: {
  page: { items: OwnControl[]; complete: boolean };
  serverNow: number;
  most?: number;
  heading?: "h2" | "h3";
}) {
  const now = useNow(10_000, serverNow);
  if (page.items.length === 0) return <Nothing complete={page.complete} />;
  const { active, scheduled, ended } = byState(page.items, now);
  const parts = [
    { title: "Now and coming up", controls: [...active, ...scheduled].slice(0, most) },
    { title: "Earlier", controls: ended.slice(0, most) },
  ];
  return (
    <div className="flex flex-col gap-5">
      {parts.map(
        ({ title, controls }) =>
          controls.length > 0 && (
            <section key={title} className="flex flex-col gap-2">
              <Heading className="font-medium text-muted">{title}</Heading>
              <Entries controls={controls} now={now} />
            </section>
          ),
      )}
    </div>
  );
}

function Nothing({ complete }: { complete: boolean }) {
  return (
    <Empty
      title={complete ? "Nothing happened yet" : "This cannot be shown"}
      hint={
        complete
          ? "When your installations are asked to produce or consume differently, it is written down here."
          : "The service behind this portal does not tell which controls touched your locations."
      }
    />
  );
}
