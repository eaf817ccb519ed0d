import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell.tsx";
import { THEME_COOKIE, toTheme } from "@/components/shell/theme.ts";
import { requireUser } from "@/lib/portal/session.ts";

export default async function PortalLayout({ children }: { children: ReactNode }) {
  const { name, level } = await requireUser();
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <Shell user={{ name, reader: level ?? "customer" }} theme={theme}>
      {children}
    </Shell>
  );
}
