"use client";

import Link from "next/link";
import { StateBadge, TypeName } from "@/components/controls/badges.tsx";
import {
  controlStateAt,
  targetTitle,
  type ShownControl,
} from "@/components/controls/shown-control.ts";
import { formatKwh, formatWindow } from "@/components/format.ts";
import { Card } from "@/components/ui/card.tsx";

const MOST_ENDED = 3;

function Entry({ control, now }: { control: ShownControl; now: number }) {
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex items-start justify-between gap-3">
        <Link
          className="min-w-0 font-medium underline-offset-3 hover:underline"
          href={`/controls/${encodeURIComponent(control.id)}`}
        >
          <TypeName type={control.type} />
        </Link>
        <StateBadge state={controlStateAt(control, now)} />
      </div>
      <p className="mt-0.5 text-muted">{formatWindow(control.time_from, control.time_to)}</p>
      <p className="text-muted">
        {targetTitle(control.target)}
        <span className="whitespace-nowrap">
          {" · planned "}
          {formatKwh(control.energy_kwh, { signed: true })}
        </span>
      </p>
    </li>
  );
}

const inOrder = (controls: ShownControl[], now: number) => {
  const of = (state: string) => controls.filter((each) => controlStateAt(each, now) === state);
  return { open: [...of("active"), ...of("scheduled").reverse()], ended: of("ended") };
};

/** Running and coming controls, then the ones that ended last. */
export function RunningControls({ controls, now }: { controls: ShownControl[]; now: number }) {
  const { open, ended } = inOrder(controls, now);
  return (
    <Card
      title="Controls"
      actions={
        <Link className="link py-1 text-muted" href="/controls">
          All controls
        </Link>
      }
    >
      {open.length === 0 && <p className="mb-3 text-muted">None is running or scheduled.</p>}
      <ul className="divide-y divide-line">
        {[...open, ...ended.slice(0, MOST_ENDED)].map((control) => (
          <Entry key={control.id} control={control} now={now} />
        ))}
      </ul>
    </Card>
  );
}
