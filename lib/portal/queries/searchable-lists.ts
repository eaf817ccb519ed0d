import type { Portal } from "../client/portal-client.ts";

const lists = ["listCustomers", "listLocations", "listGroups", "listControlSummaries"] as const;

/** The lists that a user may search from every page, where the service has them. */
export const getSearchableLists = ({ supports, isAllowed }: Portal) =>
  lists.filter((list) => supports(list) && isAllowed(list));
