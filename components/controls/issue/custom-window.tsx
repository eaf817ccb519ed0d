"use client";

import { shortDuration } from "@/components/controls/duration.ts";
import { floorQuarter, HOUR_MS, ispNumber, MINUTE_MS, QUARTER_MS } from "@/lib/time/amsterdam.ts";
import { toFieldErrors } from "@/components/form/use-form.ts";
import { Button } from "@/components/ui/button.tsx";
import type { Problem } from "@/lib/contract/problem.ts";
import {
  type LocalMoment,
  parseMoment,
  stepMoment,
  toInstants,
  toLocalDateTime,
  toWindow,
  validateWindow,
  type WindowChoice,
  type WindowFault,
} from "@/components/controls/window.ts";
import { useTranslations } from "next-intl";
import { zoneAbbreviation } from "@/lib/i18n/format.ts";
import { DateField } from "@/components/form/date-field.tsx";
import { TimeField } from "@/components/form/time-field.tsx";
import { Field, Select } from "@/components/ui/field.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";

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

interface DateTimeFieldProps {
  moment: LocalMoment;
  onChange: (moment: LocalMoment) => void;
}

/** Which of two moments that read the same is meant, in the night the clock goes back. */
function AmbiguousTimeField({ moment, onChange }: DateTimeFieldProps) {
  const t = useTranslations("controls.console.window");
  const moments = toInstants(moment);
  if (moments.length < 2) return null;
  return (
    <Field label={t("twice", { time: moment.time })} hint={t("twiceHint")}>
      <Select
        value={moment.second ? "1" : "0"}
        onChange={(event) => onChange({ ...moment, second: event.target.value === "1" })}
      >
        {moments.map((at, index) => (
          <option key={at} value={index}>
            {t(index === 0 ? "firstTime" : "secondTime", { zone: zoneAbbreviation(at) })}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/**
 * A moment to the minute on Amsterdam's clock as a date and a time of day, with its day and the
 * quarter it lies in; as the `end` of a window, the quarter that ends with it.
 */
export function DateTimeField({
  moment,
  end = false,
  fault,
  refused,
  onChange,
}: DateTimeFieldProps & {
  end?: boolean;
  /** What is wrong with the window it belongs to. */
  fault: WindowFault | null;
  /** The service's error for this field. */
  refused?: string;
}) {
  const t = useTranslations("controls.console");
  const f = useFormats();
  const read = parseMoment(moment);
  const start = "at" in read ? floorQuarter(end ? read.at - 1 : read.at) : null;
  const error = "at" in read ? fault : read.error;
  const remark = error ? error !== "unreadable" && t(`faults.${error}`) : refused;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-2">
        <DateField
          label={t(end ? "window.endDate" : "window.startDate")}
          value={moment.date}
          error={moment.date === "" && remark}
          onChange={(date) => onChange({ ...moment, date, second: false })}
        />
        <TimeField
          label={t(end ? "window.endTime" : "window.startTime")}
          value={moment.time}
          error={moment.date !== "" && remark}
          onChange={(time) => onChange({ ...moment, time, second: false })}
          onStep={(time, { direction, isLarge }) => {
            const from = parseMoment({ ...moment, time, second: moment.second });
            if ("at" in from) onChange(toLocalDateTime(stepMoment(from.at, direction, isLarge)));
          }}
        />
      </div>
      <AmbiguousTimeField moment={moment} onChange={onChange} />
      <p aria-live="polite" className="min-h-4 text-xs text-muted">
        {start !== null &&
          t("window.lies", {
            day: f.day(start),
            isp: f.ispLabel({
              isp: ispNumber(start),
              time_from: start,
              time_to: start + QUARTER_MS,
            }),
          })}
      </p>
    </div>
  );
}
