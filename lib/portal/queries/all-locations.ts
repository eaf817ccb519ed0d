import { listRows } from "../directory/page.ts";
import { MAX_PAGE_SIZE } from "../../contract/page-size.ts";
import type { PartialLocation } from "../directory/types.ts";
import type { Portal } from "../client/portal-client.ts";

/** All locations of a customer, or of the user's own; a list of the service has a hundred a page. */
export async function readAllLocations(
  { directory }: Pick<Portal, "directory">,
  filter: { customer_id?: string } = {},
): Promise<PartialLocation[]> {
  const read = (page: number) =>
    directory.listLocations({ ...filter, page, page_size: MAX_PAGE_SIZE });
  const locations: PartialLocation[] = [];
  for await (const location of listRows(await read(0), read)) locations.push(location);
  return locations;
}
