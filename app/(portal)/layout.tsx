import { cookies } from "next/headers";
import type { ComponentProps, ReactNode } from "react";
import { Texts } from "@/components/shell/texts.tsx";
import { Shell } from "@/components/shell/shell.tsx";
import { THEME_COOKIE, toTheme } from "@/components/shell/theme.ts";
import { requireUser } from "@/lib/portal/session.ts";

type TextsOf = ComponentProps<typeof Texts>["of"];

const shared: TextsOf = [
  "account",
  "charts",
  "controls",
  "customers",
  "devices",
  "locations",
  "status",
  "table",
];
const customerTexts: TextsOf = [...shared, "home"];
const staffTexts: TextsOf = [
  ...shared,
  "audit",
  "deliveries",
  "groups",
  "keys",
  "map",
  "overview",
  "people",
];

export default async function PortalLayout({ children }: { children: ReactNode }) {
  const { name, level } = await requireUser();
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <Texts of={level ? staffTexts : customerTexts}>
      <Shell user={{ name, reader: level ?? "customer" }} theme={theme}>
        {children}
      </Shell>
    </Texts>
  );
}
