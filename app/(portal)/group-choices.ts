import type { GroupChoice } from "@/components/customers/customer-fields.tsx";
import type { Directory } from "@/lib/portal/directory.ts";

const PAGES = 10;
const SIZE = 100;

/** The groups to choose from, by name: the first thousand. */
export async function groupChoices(directory: Directory): Promise<GroupChoice[]> {
  const groups: GroupChoice[] = [];
  for (let page = 0; page < PAGES; page++) {
    const { items } = await directory.listGroups({ page, page_size: SIZE, sort: "name" });
    groups.push(...items.map(({ id, name }) => ({ id, name })));
    if (items.length < SIZE) break;
  }
  return groups;
}
