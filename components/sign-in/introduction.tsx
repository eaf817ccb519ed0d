import { Logo } from "@/components/layout/logo.tsx";
import { useTranslations } from "next-intl";
import { classNames } from "@/components/ui/class-names.ts";
import { DayBars, type Bar } from "@/components/chart/day-bars.tsx";

const bell = (hour: number, middle: number, width: number) =>
  Math.exp(-(((hour - middle) / width) ** 2));
const light = (hour: number) => Math.max(0, Math.sin((Math.PI * (hour - 5.4)) / 15.6)) ** 1.5;
const use = (hour: number) => 0.12 + 0.1 * bell(hour, 7.6, 1.3) + 0.2 * bell(hour, 19, 2.1);

const CAP = 0.42;

/** A clear day of a solar site with a control from 10:45 to 15:30: a drawing, not data. */
const day: Bar[] = Array.from({ length: 96 }, (_, quarter) => {
  const hour = quarter / 4;
  const net = light(hour) - use(hour);
  const held = hour >= 10.75 && hour < 15.5 && net > CAP;
  return held ? { kw: CAP, reference: net } : { kw: net };
});

/** What the product is about, in one picture. */
function CurtailedDay({ className }: { className: string }) {
  const t = useTranslations("signIn");
  return (
    <figure className={classNames("@container w-full", className)}>
      <DayBars bars={day} className="h-24 w-full sm:h-48 lg:h-[38vh]" />
      <div aria-hidden className="mt-2 flex justify-between text-xs text-muted">
        {["00:00", "06:00", "12:00", "18:00", "24:00"].map((time, index) => (
          <span key={time} className={index % 2 ? "@max-[10rem]:hidden" : undefined}>
            {time}
          </span>
        ))}
      </div>
      <figcaption className="sr-only">{t("picture")}</figcaption>
    </figure>
  );
}

/** What this is, beside the way in; `toCustomer` where it is known who comes. Nothing in it moves when what is below it comes. */
export function Introduction({ toCustomer = false }: { toCustomer?: boolean }) {
  const t = useTranslations("signIn");
  return (
    <header className="flex min-w-0 flex-col gap-5 border-line bg-sunken p-6 max-lg:border-b sm:p-10 lg:border-r">
      <p className="flex flex-wrap items-center gap-x-2.5 text-lg max-lg:pr-20 font-semibold tracking-tight">
        <Logo className="size-8" />
        {t("product")}
      </p>
      <CurtailedDay className="lg:mt-[14vh]" />
      <p className="max-w-xl text-lg font-medium tracking-tight text-balance lg:mt-auto lg:text-2xl">
        {t(toCustomer ? "introductionToCustomer" : "introduction")}
      </p>
    </header>
  );
}
