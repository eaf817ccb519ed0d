import { BellOff, CircleCheck, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge.tsx";
import type { AlertState } from "@/lib/contract/alerts.ts";
import { alertTones } from "./alert-tones.ts";

const icons = { open: TriangleAlert, silenced: BellOff, resolved: CircleCheck };

/** The state of an alert. */
export function AlertStateBadge({ state }: { state: AlertState }) {
  const t = useTranslations("alerts.states");
  const Icon = icons[state];
  return (
    <Badge tone={alertTones[state]} icon={<Icon aria-hidden />}>
      {t(state)}
    </Badge>
  );
}
