import { ControlChart } from "@/components/charts/control-chart.tsx";
import { energyKwh } from "@/components/charts/series.ts";
import { formatKwh, formatMoment, formatTime } from "@/components/format-english.ts";
import { Card } from "@/components/ui/card.tsx";
import { wasCalledOff, type ShownControlDetail } from "./shown-control.ts";

/** What cancelling came to, in a sentence; null for a control that was not cancelled. */
export function cancelledSentence(control: ShownControlDetail): string | null {
  const { cancelled_at, effective_to, given_back } = control;
  if (cancelled_at === null) return null;
  const when = `Cancelled ${formatMoment(cancelled_at)}`;
  const from = wasCalledOff(control)
    ? "before it began"
    : `in force until ${formatTime(effective_to)}`;
  const back =
    given_back.length === 0
      ? "Nothing was given back: the plan did not change."
      : `Given back in the plan: ${formatKwh(energyKwh(given_back), { signed: true })}.`;
  return `${when}, ${from}. ${back}`;
}

/** What cancelling a control changed in the plan; nothing where it changed nothing. */
export function GivenBack({ control }: { control: ShownControlDetail }) {
  if (control.given_back.length === 0) return null;
  return (
    <Card
      title="Given back by cancelling"
      subtitle="The plan with the control, and after it was cancelled; not a measurement."
    >
      <ControlChart effects={control.given_back} />
    </Card>
  );
}
