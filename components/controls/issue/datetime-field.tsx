"use client";

import { useTranslations } from "next-intl";
import { ispNumber, QUARTER_MS, floorQuarter } from "@/lib/time/amsterdam.ts";
import { zoneAbbreviation } from "@/lib/i18n/format.ts";
import { DateField } from "@/components/form/date-field.tsx";
import { TimeField } from "@/components/form/time-field.tsx";
import { Field, Select } from "@/components/ui/field.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import {
  toInstants,
  parseMoment,
  stepMoment,
  toLocalDateTime,
  type LocalMoment,
  type WindowFault,
} from "../window.ts";

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
