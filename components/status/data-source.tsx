import { useTranslations } from "next-intl";
import {
  MeasuredIcon,
  NothingReportsIcon,
  SimulatedIcon,
} from "@/components/icons/state-icons.tsx";
import { StyledBadge } from "@/components/ui/badge.tsx";
import type { StateStyle } from "@/components/ui/tone.ts";
import type { DataSource } from "@/lib/contract/locations.ts";
import { Stale } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";

const variants: Record<DataSource, StateStyle> = {
  simulated: { tone: "simulated", icon: SimulatedIcon },
  measured: { tone: "good", icon: MeasuredIcon },
  none: { tone: "neutral", icon: NothingReportsIcon },
};

/** Where measurements come from; a demo plant is never shown as a real one. */
export function DataSourceBadge({ source }: { source: DataSource }) {
  const t = useTranslations("status.source");
  return <StyledBadge style={variants[source]}>{t(source)}</StyledBadge>;
}

/** When what is shown came (ms), and that it could not be refreshed where it could not. */
export function Freshness({ at, isStale }: { at: number | null; isStale: boolean }) {
  const t = useTranslations("status");
  const f = useFormats();
  if (at === null) return null;
  if (isStale) return <Stale since={f.moment(at)} />;
  return <span className="text-xs text-muted">{t("updated", { time: f.seconds(at) })}</span>;
}
