import type { Portal } from "../client/portal-client.ts";
import { MAX_PAGE_SIZE } from "../../contract/page-size.ts";
import { load } from "./load.ts";
import { getOverviewCapabilities, readOverview } from "./overview.ts";
import type { ListedGroup } from "@/lib/contract/groups.ts";
import type { Directory } from "@/lib/portal/directory/types.ts";

const MAX_PAGES = 10;

/** A group in a select. */
export interface GroupOption {
  id: string;
  name: string;
}

/** A group to choose from, with its size where the service tells it. */
export const toSizedGroup = ({ id, name, locations, rated_kw }: ListedGroup) => ({
  id,
  name,
  locations,
  rated_kw,
});

/** The first thousand groups, by name. */
export async function readGroupOptions(directory: Directory): Promise<GroupOption[]> {
  const groups: GroupOption[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items } = await directory.listGroups({ page, page_size: MAX_PAGE_SIZE, sort: "name" });
    groups.push(...items.map(({ id, name }) => ({ id, name })));
    if (items.length < MAX_PAGE_SIZE) break;
  }
  return groups;
}

/** A group with its live status and the latest controls. */
async function readGroup(portal: Portal, id: string) {
  const [group, overview] = await Promise.all([
    portal.directory.getGroup(id),
    readOverview(portal, { kind: "group", id }),
  ]);
  return { group, today: { ...overview, capabilities: getOverviewCapabilities(portal, "group") } };
}

/** A group's page: the group, and the first of its customers and of its locations. */
export async function readGroupPage(portal: Portal, id: string) {
  const query = { group_id: id, page_size: 10 };
  const [group, members, locations] = await Promise.all([
    load(() => readGroup(portal, id)),
    load(() => portal.directory.listCustomers(query)),
    load(() => portal.directory.listLocations(query)),
  ]);
  return { group, members, locations };
}
