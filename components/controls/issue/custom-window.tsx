"use client";

import { useTranslations } from "next-intl";
import { HOUR_MS, MINUTE_MS } from "@/lib/time/amsterdam.ts";
import { toFieldErrors } from "@/components/form/use-form.ts";
import { Button } from "@/components/ui/button.tsx";
import type { Problem } from "@/lib/contract/problem.ts";
import { shortDuration } from "../duration.ts";
import { DateTimeField } from "./datetime-field.tsx";
import {
  parseMoment,
  toLocalDateTime,
  validateWindow,
  toWindow,
  type WindowChoice,
} from "../window.ts";

type ExactWindow = Extract<WindowChoice, { kind: "exact" }>;

interface CustomWindowProps {
  choice: ExactWindow;
  now: number;
  /** What is wrong with the order they are of. */
  problem: Problem | null;
  onChoose: (choice: ExactWindow) => void;
}

const durations = [15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS];

/** Lets the end follow the start by one press. */
function DurationButtons({ choice, onChoose }: Pick<CustomWindowProps, "choice" | "onChoose">) {
  const t = useTranslations("controls");
  const from = parseMoment(choice.from);
  const to = parseMoment(choice.to);
  return (
    <div role="group" aria-label={t("console.window.lasts")} className="flex flex-wrap gap-1.5">
      {durations.map((duration) => (
        <Button
          key={duration}
          size="sm"
          disabled={!("at" in from)}
          aria-pressed={"at" in from && "at" in to && to.at - from.at === duration}
          className="aria-pressed:border-ink aria-pressed:bg-sunken max-sm:min-h-11"
          onClick={() =>
            "at" in from && onChoose({ ...choice, to: toLocalDateTime(from.at + duration) })
          }
        >
          {shortDuration(duration, t)}
        </Button>
      ))}
    </div>
  );
}

/** A window to the minute: its start and its end, each a date and a time on Amsterdam's clock. */
export function CustomWindow({ choice, now, problem, onChoose }: CustomWindowProps) {
  const t = useTranslations("controls.console.window");
  const problems = useTranslations("problems");
  const window = toWindow(choice, now);
  const refused = toFieldErrors(problem?.errors ?? [], problems);
  const startNow = () => onChoose({ ...choice, from: toLocalDateTime(now - (now % MINUTE_MS)) });
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line bg-canvas p-3">
      <div className="grid gap-3 sm:max-lg:grid-cols-2">
        <DateTimeField
          moment={choice.from}
          fault={null}
          refused={refused.time_from}
          onChange={(from) => onChoose({ ...choice, from })}
        />
        <DateTimeField
          moment={choice.to}
          end
          fault={window && validateWindow(window, now)}
          refused={refused.time_to}
          onChange={(to) => onChoose({ ...choice, to })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <Button size="sm" className="max-sm:min-h-11" onClick={startNow}>
          {t("startNow")}
        </Button>
        <DurationButtons choice={choice} onChoose={onChoose} />
      </div>
      <p className="text-xs text-muted max-sm:hidden">{t("keys")}</p>
    </div>
  );
}
