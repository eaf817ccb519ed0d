import { useTranslations } from "next-intl";
import { classNames } from "@/components/ui/class-names.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { DeviceOutcomes } from "@/lib/contract/deliveries.ts";
import { outcomeStyles } from "../outcome-badge.tsx";
import { outcomeNames, type Outcome } from "@/lib/controls/outcomes.ts";
import { addressedOutcomes, visibleOutcomes } from "../device-outcomes.ts";

/** A bar of the addressed devices, divided by outcome. */
function Share({ devices }: { devices: DeviceOutcomes }) {
  const some = outcomeNames.filter((name) => devices[name] > 0);
  if (some.length === 0) return null;
  return (
    <div
      aria-hidden
      className="flex h-2.5 gap-0.5 overflow-hidden rounded-full forced-color-adjust-none"
    >
      {some.map((name) => (
        <span
          key={name}
          style={{ flexGrow: devices[name] }}
          className={classNames("min-w-1", outcomeStyles[name].bar)}
        />
      ))}
    </div>
  );
}

function Entry({ name, count }: { name: Outcome; count: number }) {
  const { icon: Icon, ink } = outcomeStyles[name];
  const t = useTranslations("deliveries.outcomes");
  const f = useFormats();
  return (
    <div className="min-w-0">
      <dt className={classNames("flex items-center gap-2.5", count === 0 && "text-muted")}>
        <Icon
          aria-hidden
          className={classNames("size-4 shrink-0", count > 0 ? ink : "text-muted opacity-60")}
        />
        {t(`${name}.title`)}
      </dt>
      <dd className="pl-[1.625rem]">
        <span className={classNames("text-lg font-semibold", count === 0 && "text-muted")}>
          {f.count(count)}
        </span>
        <span className="ml-2 text-xs text-muted">{t(`${name}.description`)}</span>
      </dd>
    </div>
  );
}

/** The dispatch outcomes of a control's devices, each with its count and label. */
export function DeviceOutcomesList({ devices }: { devices: DeviceOutcomes }) {
  const t = useTranslations("deliveries.devices");
  const f = useFormats();
  const { addressed, notAddressed } = addressedOutcomes(devices);
  const counted = (count: number) => ({ count, shown: f.count(count) });
  return (
    <section aria-label={t("region")} className="flex flex-col gap-3">
      <h3 className="font-medium">{t("addressed", counted(devices.addressed))}</h3>
      <Share devices={addressed} />
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
        {visibleOutcomes(addressed).map((name) => (
          <Entry key={name} name={name} count={addressed[name]} />
        ))}
      </dl>
      {notAddressed > 0 && <p className="text-muted">{t("notAddressed", counted(notAddressed))}</p>}
    </section>
  );
}
