import { BIDDING_ZONE } from "../../contract/bidding-zones.ts";
import { MAX_PAGE_SIZE } from "../../contract/page-size.ts";
import { listTemplates } from "../db/control-templates.ts";
import { runtime } from "../runtime.ts";
import type { Portal } from "../client/portal-client.ts";
import type { PartialControl } from "../directory/types.ts";
import { toActor } from "../service-client/request-headers.ts";
import { toSizedGroup } from "./group.ts";
import { nullOnError } from "./load.ts";

const SEEN = 50;

/** The latest control that the user issued, among the newest ones; null where the service does not say who did. */
async function readLastIssued({
  directory,
  supports,
  user,
}: Portal): Promise<PartialControl | null> {
  if (!supports("listControlSummaries")) return null;
  const newest = await nullOnError(directory.listControls({ page_size: SEEN }));
  const own = newest?.items.find(
    ({ issued_by, rule_id }) => issued_by === toActor(user) && !rule_id,
  );
  return own ?? null;
}

/** What the form of a control offers: the first groups, the group it is opened for, what to repeat, and templates. */
export async function readIssueForm(portal: Portal, targetId: string) {
  const { directory } = portal;
  const isGroup = targetId !== "" && targetId !== BIDDING_ZONE;
  const [page, group, last, templates] = await Promise.all([
    directory.listGroups({ page_size: MAX_PAGE_SIZE, sort: "name" }),
    isGroup ? directory.getGroup(targetId) : null,
    readLastIssued(portal),
    listTemplates(runtime().db),
  ]);
  return { groups: { ...page, items: page.items.map(toSizedGroup) }, group, last, templates };
}
