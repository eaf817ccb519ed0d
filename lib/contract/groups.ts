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

const listedGroup = group
  .extend({
    locations: z.number().int().optional().meta({
      description:
        "Locations of its customers, counted a moment ago, of a large fleet up to some minutes ago. Absent where a service does not count them",
    }),
    rated_kw: z.number().optional().meta({
      description:
        "Most that panels and batteries at these locations give together, AC, in kW. Absent where a service does not sum it",
    }),
  })
  .meta({ id: "ListedGroup" });
export type ListedGroup = z.infer<typeof listedGroup>;

export const groupCreate = z
  .strictObject({ name, bidding_zone: biddingZone })
  .meta({ id: "GroupCreate" });
export type GroupCreate = z.infer<typeof groupCreate>;

export const groupList = listSchema(listedGroup).meta({ id: "GroupList" });
export const groupsQuery = z.object({
  ...paging,
  search,
  sort: sortBy(["name", "bidding_zone", "created_at", "id"], "name"),
});
