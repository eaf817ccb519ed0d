import { useTranslations } from "next-intl";
import { MeasuredIcon, NothingReportsIcon, OfflineIcon } from "@/components/icons/state-icons.tsx";
import { Badge, type Tone } from "@/components/ui/badge.tsx";
import type { HeardState } from "@/lib/heard-state.ts";

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
