import { z } from "zod";
import {
  biddingZone,
  id,
  instant,
  listSchema,
  name,
  paging,
  search,
  sortBy,
} from "./schema-types.ts";

export const group = z
  .object({ id, created_at: instant, name: z.string(), bidding_zone: biddingZone })
  .meta({ id: "Group" });
export type Group = z.infer<typeof group>;

export const groupCreate = z
  .strictObject({ name, bidding_zone: biddingZone })
  .meta({ id: "GroupCreate" });
export type GroupCreate = z.infer<typeof groupCreate>;

export const groupList = listSchema(group).meta({ id: "GroupList" });
export const groupsQuery = z.object({
  ...paging,
  search,
  sort: sortBy(["name", "bidding_zone", "created_at", "id"], "name"),
});
