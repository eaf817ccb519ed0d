import { toMillis } from "../../time/instant.ts";
import { utcStamp } from "../../time/amsterdam.ts";
import { optionalMessage } from "../../i18n/optional-message.ts";
import { namedThings, targetParts, targetWhom } from "../../i18n/audit-target.ts";
import type { FileTexts } from "../../i18n/translator.ts";

type Parts = ReturnType<typeof targetParts>;

/**
 * A target in one line for a file, as the audit page shows it, with ids unchanged. Parts without a
 * label are returned as stored.
 */
export function describeTarget(target: string | null, t: FileTexts): string | null {
  if (target === null) return null;
  const { time_from, time_to, ...parts } = targetParts(target);
  const labels = [targetWhom(target), describeWindow({ time_from, time_to }, t)];
  for (const [name, value] of Object.entries(parts)) labels.push(describePart(name, value!, t));
  return labels.filter(Boolean).join("; ");
}

function describePart(name: string, value: string, t: FileTexts): string {
  const resource = namedThings.find((one) => one.name === name);
  if (resource) return t(`audit.targets.${resource.noun}`, { id: value });
  if (name === "type") return optionalMessage(t, `controls.types.${value}.title`, value);
  if (name === "level") return getLevelLabel(value, t);
  if (name === "scopes") return t("audit.targets.scopes", { scopes: getScopeLabels(value, t) });
  return name === "name" || name === "reason" ? value : `${name}=${value}`;
}

const getScopeLabels = (scopes: string, t: FileTexts) =>
  scopes
    .split(",")
    .map((scope) => optionalMessage(t, `apiKeys.scopes.${scope}`, scope))
    .join(", ");

/** The requested window. */
function describeWindow(
  { time_from, time_to }: Pick<Parts, "time_from" | "time_to">,
  t: FileTexts,
): string {
  if (!time_to) return "";
  const end = formatTime(time_to, t);
  return time_from ? `${formatTime(time_from, t)} – ${end}` : t("audit.targets.atOnce", { end });
}

/** A time in UTC; a text that is no time unchanged. */
function formatTime(stamp: string, t: FileTexts): string {
  const at = toMillis(stamp);
  return Number.isNaN(at) ? stamp : t("audit.utc", { time: utcStamp(at) });
}

/** The label of a staff role. */
export const getLevelLabel = (level: string, t: FileTexts): string =>
  optionalMessage(t, `layout.roles.${level}`, level);
