import { BellOff, CircleCheck, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { StyledBadge } from "@/components/ui/badge.tsx";
import type { AlertState } from "@/lib/contract/alerts.ts";
import { alertTones } from "./alert-tones.ts";

const icons = { open: TriangleAlert, silenced: BellOff, resolved: CircleCheck };

/** The state of an alert. */
export function AlertStateBadge({ state }: { state: AlertState }) {
  const t = useTranslations("alerts.states");
  const style = { tone: alertTones[state], icon: icons[state] };
  return <StyledBadge style={style}>{t(state)}</StyledBadge>;
}
