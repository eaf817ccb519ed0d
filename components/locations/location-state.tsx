import { useTranslations } from "next-intl";
import { MINUTE } from "@/components/amsterdam.ts";
import { toMillis } from "@/components/format.ts";
import { MeasuredIcon, NothingReportsIcon, OfflineIcon } from "@/components/icons/state-icons.tsx";
import { Badge, type Tone } from "@/components/ui/badge.tsx";
import type { LocationState } from "@/lib/contract/locations.ts";

/** How a location stands by what was last heard of it; following a control is not told here. */
export type HeardState = Exclude<LocationState, "following">;

const FRESH = 5 * MINUTE;

/** How a location stands at a moment (ms): it reports while its latest measurement is 5 minutes old at most. */
export function heardState(lastReportedAt: string | null, now: number): HeardState {
  if (lastReportedAt === null) return "unheard";
  return now - toMillis(lastReportedAt) <= FRESH ? "reporting" : "silent";
}

const looks: Record<HeardState, { tone: Tone; Icon: typeof MeasuredIcon }> = {
  reporting: { tone: "good", Icon: MeasuredIcon },
  silent: { tone: "bad", Icon: OfflineIcon },
  unheard: { tone: "neutral", Icon: NothingReportsIcon },
};

/** How a location stands, in a word. */
export function HeardBadge({ state }: { state: HeardState }) {
  const t = useTranslations("locations.states");
  const { tone, Icon } = looks[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {t(state)}
    </Badge>
  );
}
