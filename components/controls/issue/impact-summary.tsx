import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { sumEffectsKwh } from "@/lib/energy/energy.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ControlPreview } from "@/lib/contract/controls.ts";
import { startsImmediately, type PendingSubmission } from "./pending-submission.ts";
import { describeCertainty } from "../certainty.ts";
import { noRecentDataMessage } from "./preview-warnings.tsx";

/** What was foreseen of an order; whether everybody listens is part of a preview only. */
type PreviewedImpact = Pick<ControlPreview, "results" | "devices" | "locations"> &
  Partial<Pick<ControlPreview, "no_recent_data" | "sure">>;

/** The control to confirm, and its preview. */
export interface ImpactInput {
  order: Pick<PendingSubmission, "type" | "approval" | "reason" | "window" | "body">;
  preview: PreviewedImpact | null;
  /** Whether the service takes controls back. */
  canCancel: boolean;
  /** Whether the service keeps reasons; else none is spoken of. */
  takesReason: boolean;
  /** What it is worth, as a fact among the others. */
  worth?: ReactNode;
}

const strong = (chunks: ReactNode) => <strong className="font-semibold">{chunks}</strong>;

function AddressedDevices({ order: { type, approval }, preview }: ImpactInput) {
  const t = useTranslations("controls");
  const f = useFormats();
  const means = t(`types.${type}.description`);
  if (!preview)
    return (
      <p>{t(approval ? "approval.addressedUnknown" : "confirm.addressedUnknown", { means })}</p>
    );
  const counted = (what: "devices" | "locations") =>
    t(`confirm.${what}`, { count: preview[what], shown: f.count(preview[what]) });
  const [devices, locations] = [counted("devices"), counted("locations")];
  const values = { devices, locations, means, strong };
  return <p>{t.rich(approval ? "approval.addressed" : "confirm.addressed", values)}</p>;
}

/** When it would run; one that begins at once begins in the minute it is confirmed in. */
function WindowText({ order }: Pick<ImpactInput, "order">) {
  const t = useTranslations("controls");
  const f = useFormats();
  const { from, to } = order.window;
  if (!startsImmediately(order)) return f.window(from, to);
  return t(order.approval ? "approval.fromApproval" : "confirm.fromNow", { end: f.moment(to) });
}

/** One of the facts of a control. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted max-sm:text-xs">{label}</dt>
      <dd className="font-medium max-sm:mb-1.5">{children}</dd>
    </div>
  );
}

function Facts({ order, preview, takesReason, worth }: ImpactInput) {
  const { window, reason } = order;
  const t = useTranslations("controls");
  const f = useFormats();
  const energy = preview && f.kwh(sumEffectsKwh(preview.results), { signed: true });
  const reasonText = reason
    ? t("confirm.reasonHint", { reason: t(`reasons.${reason}`) })
    : t("confirm.reasonNone");
  const start = f.time(window.from);
  const facts: [string, ReactNode][] = [
    [t("confirm.window"), <WindowText key="when" order={order} />],
    [
      t("confirm.change"),
      energy &&
        (startsImmediately(order)
          ? t("confirm.changeIf", { energy, start })
          : t("confirm.changeOf", { energy })),
    ],
    [t("confirm.certainty"), preview && describeCertainty(preview, { t, f })],
    [t("confirm.reason"), takesReason && reasonText],
  ];
  return (
    <dl className="grid gap-x-4 rounded-md sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-1 border border-line bg-canvas px-3 py-2.5">
      {facts.map(
        ([label, fact]) =>
          fact && (
            <Fact key={label} label={label}>
              {fact}
            </Fact>
          ),
      )}
      {worth}
    </dl>
  );
}

/** What an order does, in words and numbers; `notes` say more of it than that some may not listen. */
export function ImpactSummary({ notes, ...impact }: ImpactInput & { notes?: ReactNode }) {
  const { order, preview, canCancel } = impact;
  const t = useTranslations("controls");
  const f = useFormats();
  const end = f.moment(order.window.to);
  const noRecentData = preview?.no_recent_data ?? 0;
  return (
    <div className="flex flex-col gap-3 text-ink">
      <AddressedDevices {...impact} />
      <Facts {...impact} />
      {notes ??
        (noRecentData > 0 && (
          <p className="text-warn">{noRecentDataMessage(noRecentData, { t, f })}</p>
        ))}
      <p>{t(`types.${order.type}.consequence`)}</p>
      {order.approval ? (
        <p className="text-muted">{t("approval.requestedOnly")}</p>
      ) : (
        <p className="text-muted">
          {t(canCancel ? "confirm.endsCancel" : "confirm.ends", { end })} {t("confirm.accepted")}
        </p>
      )}
    </div>
  );
}
