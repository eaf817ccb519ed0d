"use client";

import { useTranslations } from "next-intl";
import { ispOf, momentsOf, QUARTER, startOfQuarter } from "@/components/amsterdam.ts";
import { zoneAbbreviation } from "@/components/format.ts";
import { Field, Select, TextInput } from "@/components/ui/field.tsx";
import { useFormats } from "@/components/use-formats.ts";
import { readMoment, type LocalMoment, type WindowFault } from "./window.ts";

/** Which of two moments that read the same is meant, in the night the clock goes back. */
function TwiceField({
  moment,
  moments,
  onChange,
}: {
  moment: LocalMoment;
  moments: number[];
  onChange: (moment: LocalMoment) => void;
}) {
  const t = useTranslations("controls.console.when");
  return (
    <Field label={t("twice")} hint={t("twiceHint")}>
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
 * A moment to the minute on Amsterdam's clock, with the quarter it lies in; as the `end` of a
 * window, the quarter that ends with it.
 */
export function MomentField({
  label,
  moment,
  end = false,
  fault,
  onChange,
}: {
  label: string;
  moment: LocalMoment;
  end?: boolean;
  /** What is wrong with the window it belongs to. */
  fault: WindowFault | null;
  onChange: (moment: LocalMoment) => void;
}) {
  const t = useTranslations("controls.console.faults");
  const f = useFormats();
  const moments = momentsOf(moment.text);
  const read = readMoment(moment);
  const wrong = moment.text !== "" && "error" in read ? read.error : fault;
  const start = "at" in read ? startOfQuarter(end ? read.at - 1 : read.at) : null;
  const hint =
    start !== null && f.ispLabel({ isp: ispOf(start), time_from: start, time_to: start + QUARTER });
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field label={label} error={wrong && t(wrong)} hint={hint}>
        <TextInput
          type="datetime-local"
          value={moment.text}
          onChange={(event) => onChange({ text: event.target.value, second: false })}
        />
      </Field>
      {moments.length > 1 && <TwiceField moment={moment} moments={moments} onChange={onChange} />}
    </div>
  );
}
