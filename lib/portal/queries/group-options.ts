import type { Directory } from "@/lib/portal/directory/types.ts";

const MAX_PAGES = 10;
const PAGE_SIZE = 100;

/** A group in a select. */
export interface GroupOption {
  id: string;
  name: string;
}

/** The first thousand groups, by name. */
export async function readGroupOptions(directory: Directory): Promise<GroupOption[]> {
  const groups: GroupOption[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items } = await directory.listGroups({ page, page_size: PAGE_SIZE, sort: "name" });
    groups.push(...items.map(({ id, name }) => ({ id, name })));
    if (items.length < PAGE_SIZE) break;
  }
  return groups;
}
