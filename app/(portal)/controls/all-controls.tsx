import { ControlsTable } from "@/components/controls/controls-table.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import { parseTableQuery, type SearchParams } from "@/components/table/table-query.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import type { Portal } from "@/lib/portal/door.ts";
import { followId } from "../asked.ts";
import { load } from "../load.tsx";

/** Every control there is, for staff. */
export async function AllControls({ portal, asked }: { portal: Portal; asked: SearchParams }) {
  followId("/controls", asked);
  const query = parseTableQuery("listControlSummaries", asked);
  const { data, failure } = await load(() => portal.directory.listControls(query));
  const issue = <CreateLink href="/controls/new">Issue control</CreateLink>;
  return (
    <>
      <PageHeader title="Controls" actions={issue} />
      {failure ?? <ControlsTable page={data} query={query} serverNow={Date.now()} />}
    </>
  );
}
