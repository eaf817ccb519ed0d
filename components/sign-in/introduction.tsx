import { useTranslations } from "next-intl";
import { Mark } from "@/components/layout/logo.tsx";
import { CurtailedDay } from "./curtailed-day.tsx";

/** What this is, beside the way in; `toCustomer` where it is known who comes. Nothing in it moves when what is below it comes. */
export function Introduction({ toCustomer = false }: { toCustomer?: boolean }) {
  const t = useTranslations("signIn");
  return (
    <header className="flex min-w-0 flex-col gap-5 border-line bg-sunken p-6 max-lg:border-b sm:p-10 lg:border-r">
      <p className="flex flex-wrap items-center gap-x-2.5 text-lg max-lg:pr-20 font-semibold tracking-tight">
        <Mark className="size-8" />
        {t("product")}
      </p>
      <CurtailedDay className="lg:mt-[14vh]" />
      <p className="max-w-xl text-lg font-medium tracking-tight text-balance lg:mt-auto lg:text-2xl">
        {t(toCustomer ? "introductionToCustomer" : "introduction")}
      </p>
    </header>
  );
}
