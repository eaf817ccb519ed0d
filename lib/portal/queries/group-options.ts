import type { Directory } from "@/lib/portal/directory/types.ts";

const PAGES = 10;
const SIZE = 100;

/** A group to choose from. */
export interface GroupOption {
  id: string;
  name: string;
}

/** The groups to choose from, by name: the first thousand. */
export async function groupOptions(directory: Directory): Promise<GroupOption[]> {
  const groups: GroupOption[] = [];
  for (let page = 0; page < PAGES; page++) {
    const { items } = await directory.listGroups({ page, page_size: SIZE, sort: "name" });
    groups.push(...items.map(({ id, name }) => ({ id, name })));
    if (items.length < SIZE) break;
  }
  return groups;
}
