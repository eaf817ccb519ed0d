import { cookies } from "next/headers";
import type { ComponentProps, ReactNode } from "react";
import { PauseBanner } from "@/components/controls/pause-banner.tsx";
import { Texts } from "@/components/shell/texts.tsx";
import { Shell } from "@/components/shell/shell.tsx";
import { THEME_COOKIE, toTheme } from "@/components/shell/theme.ts";
import { openPortal } from "@/lib/portal/door.ts";
import { serviceAwaySince } from "@/lib/portal/service-state.ts";
import { requireUser, type User } from "@/lib/portal/session.ts";
import { drawn } from "./drawn.ts";

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

/** Whether controls are paused, for staff, where the service knows of pausing. */
async function PauseNotice({ user }: { user: User }) {
  const portal = await openPortal(user);
  if (!portal.offers("getControlPause")) return null;
  return (
    <PauseBanner
      mayResume={portal.may("resumeControls") && portal.offers("resumeControls")}
      pause={await drawn(portal, "getControlPause", {})}
    />
  );
}

export default async function PortalLayout({ children }: { children: ReactNode }) {
  const user = await requireUser();
  const { name, level } = user;
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <Texts of={level ? staffTexts : customerTexts}>
      <Shell
        user={{ name, reader: level ?? "customer" }}
        theme={theme}
        serviceAway={serviceAwaySince()}
        notice={level && <PauseNotice user={user} />}
      >
        {children}
      </Shell>
    </Texts>
  );
}
