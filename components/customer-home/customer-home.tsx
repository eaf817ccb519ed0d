import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { LoadError } from "@/components/layout/load-error.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import type { Problem } from "@/lib/contract/problem.ts";
import { Home } from "./customer-home.dynamic.tsx";

/** The start page of customers: current requests, their locations today, and past requests. */
export function CustomerHome({
  name,
  data,
  problem,
  ...rest
}: {
  name: string;
  data: Omit<ComponentProps<typeof Home>, "customerId" | "serverNow"> | null;
  problem: Problem | null;
} & Pick<ComponentProps<typeof Home>, "customerId" | "serverNow">) {
  const t = useTranslations("customerHome");
  return (
    <>
      <PageHeader title={t("hello", { name })} />
      {problem && <LoadError problem={problem} />}
      {data && <Home {...rest} {...data} />}
    </>
  );
}
