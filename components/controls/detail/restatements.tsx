import { useTranslations } from "next-intl";
import { sumEffectsKwh } from "@/lib/energy/energy.ts";
import { Card } from "@/components/ui/card.tsx";
import { Link } from "@/components/ui/link.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ControlRestatement } from "@/lib/contract/controls.ts";

function Restatement({ restatement }: { restatement: ControlRestatement }) {
  const t = useTranslations("controls");
  const f = useFormats();
  const { time, control_id, type, cancelled, results } = restatement;
  return (
    <li>
      {t.rich(cancelled ? "restatements.byCancelling" : "restatements.by", {
        type: t(`types.${type}.title`),
        time: f.moment(time),
        energy: f.kwh(sumEffectsKwh(results), { signed: true }),
        control: (name) =>
          control_id === null ? (
            name
          ) : (
            <Link className="link" href={`/controls/${encodeURIComponent(control_id)}`}>
              {name}
            </Link>
          ),
      })}
    </li>
  );
}

/** What other controls changed in a control's window, each with its cause; nothing where none did. */
export function Restatements({ restatements = [] }: { restatements?: ControlRestatement[] }) {
  const t = useTranslations("controls.restatements");
  if (restatements.length === 0) return null;
  return (
    <Card title={t("title")} subtitle={t("hint")}>
      <ul className="flex flex-col gap-1">
        {restatements.map((one) => (
          <Restatement key={[one.time, one.control_id, one.cancelled].join()} restatement={one} />
        ))}
      </ul>
    </Card>
  );
}
