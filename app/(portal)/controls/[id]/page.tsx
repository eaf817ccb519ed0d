import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TypeName } from "@/components/controls/badges.tsx";
import { ControlResult, type TargetHistory } from "@/components/controls/control-result.tsx";
import { LiveState } from "@/components/controls/live-state.tsx";
import { targetTitle } from "@/components/controls/shown-control.ts";
import { formatWindow } from "@/components/format.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import type { ControlTarget } from "@/lib/contract/controls.ts";
import { openPortal, type Portal } from "@/lib/portal/door.ts";
import { requireStaff } from "@/lib/portal/session.ts";
import { askedId, type OnePage } from "../../asked.ts";
import { load } from "../../load.tsx";

export const metadata: Metadata = { title: "Control" };

const back = { backHref: "/controls", backLabel: "Controls" };

export default async function ControlPage(page: OnePage) {
  const portal = await openPortal(await requireStaff());
  const id = await askedId(page);
  const { data: control, failure } = await load(() => portal.directory.getControl(id));
  if (failure) {
    return (
      <>
        <PageHeader title="Control" {...back} />
        {failure}
      </>
    );
  }
  if (!control) notFound();
  const history = await historyOf(portal, control.target);
  const serverNow = Date.now();
  return (
    <>
      <PageHeader
        {...back}
        title={<TypeName type={control.type} />}
        subtitle={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <LiveState control={control} serverNow={serverNow} />
            <span>{targetTitle(control.target)}</span>
            <span>{formatWindow(control.time_from, control.time_to)}</span>
          </span>
        }
      />
      <ControlResult control={control} serverNow={serverNow} history={history} />
    </>
  );
}

async function historyOf(
  { offers, call }: Portal,
  target: ControlTarget | null,
): Promise<TargetHistory> {
  const isGroup = target?.kind === "group";
  const offered = !isGroup || offers("getGroupHistorical");
  const forecast = offers(isGroup ? "getGroupForecast" : "getBiddingZoneForecast");
  if (!target || !offers(isGroup ? "getGroupStatus" : "getBiddingZoneStatus")) {
    return { offered, forecast };
  }
  const { data: status } = await load(async () =>
    isGroup
      ? await call("getGroupStatus", { params: { group_id: target.id } })
      : await call("getBiddingZoneStatus", { params: { bidding_zone_id: target.id } }),
  );
  return { offered, forecast, dataSource: status?.data.data_source };
}
