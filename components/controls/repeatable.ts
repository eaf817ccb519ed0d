import { MINUTE_MS } from "@/lib/time/amsterdam.ts";
import type { NamedTemplate, Repeatable } from "./control-draft.ts";
import { targetTitle, type ControlTranslator } from "./control-view-model.ts";
import { shortDuration } from "./duration.ts";

/** What a control to repeat is, in a line: `Zero export · Noord · 45 min · Grid`. */
export const describeRepeatable = (
  { type, target, reason, durationMs }: Repeatable,
  t: ControlTranslator,
): string =>
  [
    t(`types.${type}.title`),
    targetTitle(target, t),
    shortDuration(durationMs, t),
    ...(reason ? [t(`reasons.${reason}`)] : []),
  ].join(" · ");

export const toRepeatableTemplate = ({ minutes, ...template }: NamedTemplate): Repeatable => ({
  ...template,
  durationMs: minutes * MINUTE_MS,
});
