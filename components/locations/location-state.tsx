import { useTranslations } from "next-intl";
import { ActiveIcon } from "@/components/icons/control-icons.tsx";
import { MeasuredIcon, NothingReportsIcon, OfflineIcon } from "@/components/icons/state-icons.tsx";
import { Badge, type Tone } from "@/components/ui/badge.tsx";
import { NotGiven } from "@/components/table/cells.tsx";
import type { LocationState } from "@/lib/contract/locations.ts";
import type { PartialLocation } from "@/lib/portal/directory/types.ts";
import { getLocationState } from "@/lib/contract/location-status.ts";

const looks: Record<LocationState, { tone: Tone; Icon: typeof MeasuredIcon }> = {
  reporting: { tone: "good", Icon: MeasuredIcon },
  responding: { tone: "curtailed", Icon: ActiveIcon },
  silent: { tone: "bad", Icon: OfflineIcon },
  never_reported: { tone: "neutral", Icon: NothingReportsIcon },
};

/** The state of a location at a moment (ms), where the service reports it. */
export function LocationBadge({ location, now }: { location: PartialLocation; now: number }) {
  const t = useTranslations("locations.states");
  const { last_reported_at, responding } = location;
  if (last_reported_at === undefined) return <NotGiven />;
  const state = getLocationState({ last_reported_at, responding }, now);
  const { tone, Icon } = looks[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {t(state)}
    </Badge>
  );
}
