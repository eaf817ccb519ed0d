"use client";

import { localInput, momentsOf } from "@/components/amsterdam.ts";
import { formatTime, zoneAbbreviation } from "@/components/format-english.ts";
import { Field, Select, TextInput } from "@/components/ui/field.tsx";
import { ChoiceCard } from "@/components/form/choice-card.tsx";
import {
  readMoment,
  windowFault,
  windowOf,
  type LocalMoment,
  type WindowChoice as Choice,
} from "./window.ts";

type Quick = Exclude<Choice["kind"], "exact">;
const quick: Record<Quick, string> = {
  "this-quarter": "Rest of this quarter",
  "next-quarter": "Next quarter",
  "next-hour": "Next hour",
};

function span(kind: Quick, now: number): string {
  const window = windowOf({ kind }, now);
  if (!window) return "";
  const start = kind === "this-quarter" ? "now" : formatTime(window.from);
  return `${start}–${formatTime(window.to)}`;
}

function MomentField({
  label,
  moment,
  error,
  onChange,
}: {
  label: string;
  moment: LocalMoment;
  error?: string;
  onChange: (moment: LocalMoment) => void;
}) {
  const moments = momentsOf(moment.text);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field label={label} error={error}>
        <TextInput
          type="datetime-local"
          value={moment.text}
          onChange={(event) => onChange({ text: event.target.value, second: false })}
        />
      </Field>
      {moments.length > 1 && (
        <Field label="This time comes twice" hint="The clock goes back that night.">
          <Select
            value={moment.second ? "1" : "0"}
            onChange={(event) => onChange({ ...moment, second: event.target.value === "1" })}
          >
            {moments.map((at, index) => (
              <option key={at} value={index}>
                {index === 0 ? "The first time" : "The second time"} ({zoneAbbreviation(at)})
              </option>
            ))}
          </Select>
        </Field>
      )}
    </div>
  );
}

const errorOf = (moment: LocalMoment) => {
  const read = readMoment(moment);
  return moment.text !== "" && "error" in read ? read.error : undefined;
};

/** Chooses when a control runs: by one press, or to the minute on Amsterdam's clock. */
export function WindowChoice({
  choice,
  now,
  onChoose,
}: {
  choice: Choice;
  now: number;
  onChoose: (choice: Choice) => void;
}) {
  const window = windowOf(choice, now);
  const fault = window && windowFault(window, now);
  const chooseExact = () => {
    const base = windowOf(choice, now) ?? windowOf({ kind: "next-quarter" }, now);
    const moment = (at = now) => ({ text: localInput(at), second: false });
    onChoose({ kind: "exact", from: moment(base?.from), to: moment(base?.to) });
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-semibold">When</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {(Object.keys(quick) as Quick[]).map((kind) => (
          <ChoiceCard
            key={kind}
            name="window"
            checked={choice.kind === kind}
            onChoose={() => onChoose({ kind })}
            title={quick[kind]}
            hint={span(kind, now)}
          />
        ))}
        <ChoiceCard
          name="window"
          checked={choice.kind === "exact"}
          onChoose={chooseExact}
          title="Exact times"
          hint="To the minute"
        />
      </div>
      {choice.kind === "exact" && (
        <div className="grid gap-3 pt-1 sm:max-lg:grid-cols-2">
          <MomentField
            label="From"
            moment={choice.from}
            error={errorOf(choice.from)}
            onChange={(from) => onChoose({ ...choice, from })}
          />
          <MomentField
            label="To"
            moment={choice.to}
            error={errorOf(choice.to) ?? fault ?? undefined}
            onChange={(to) => onChoose({ ...choice, to })}
          />
        </div>
      )}
      <p className="text-xs text-muted">
        Times are Amsterdam's ({zoneAbbreviation(now)} now). A control always ends by itself.
      </p>
    </fieldset>
  );
}
