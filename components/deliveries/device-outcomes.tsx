import { formatCount, formatCounted } from "@/components/format-english.ts";
import { classNames } from "@/components/ui/class-names.ts";
import type { DeviceOutcomes } from "@/lib/contract/deliveries.ts";
import { outcomeLooks } from "./outcome-look.tsx";
import { outcomeNames, outcomes, shownOutcomes, type Outcome } from "./outcomes.ts";

function Share({ devices }: { devices: DeviceOutcomes }) {
  const some = outcomeNames.filter((name) => devices[name] > 0);
  if (some.length === 0) return null;
  return (
    <div aria-hidden className="flex h-2.5 gap-0.5 overflow-hidden rounded-full">
      {some.map((name) => (
        <span
          key={name}
          style={{ flexGrow: devices[name] }}
          className={classNames("min-w-1", outcomeLooks[name].bar)}
        />
      ))}
    </div>
  );
}

function Entry({ name, count }: { name: Outcome; count: number }) {
  const { icon: Icon, ink } = outcomeLooks[name];
  const { title, means } = outcomes[name];
  return (
    <div className="flex min-w-0 gap-2.5">
      <Icon
        aria-hidden
        className={classNames("mt-1 size-4 shrink-0", count > 0 ? ink : "text-muted opacity-60")}
      />
      <div className="min-w-0">
        <dt className={classNames(count === 0 && "text-muted")}>{title}</dt>
        <dd>
          <span className={classNames("text-lg font-semibold", count === 0 && "text-muted")}>
            {formatCount(count)}
          </span>
          <span className="ml-2 text-xs text-muted">{means}</span>
        </dd>
      </div>
    </div>
  );
}

/** What became of telling the devices of a control, each outcome with its number and words. */
export function DeviceOutcomesList({ devices }: { devices: DeviceOutcomes }) {
  return (
    <section aria-label="Devices" className="flex flex-col gap-3">
      <h3 className="font-medium">{formatCounted(devices.told, "device")} addressed</h3>
      <Share devices={devices} />
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-4">
        {shownOutcomes(devices).map((name) => (
          <Entry key={name} name={name} count={devices[name]} />
        ))}
      </dl>
    </section>
  );
}
