import type { KnownControl } from "@/lib/portal/directory/types.ts";
import type { Portal } from "@/lib/portal/client/portal-client.ts";

const MOST = 50;

/** The latest controls by their start; by their acceptance where the service lists no summaries. */
export async function recentControls({ directory, offers }: Portal): Promise<KnownControl[]> {
  const sort = offers("listControlSummaries") ? "-time_from" : undefined;
  return (await directory.listControls({ sort, page_size: MOST })).items;
}
