import { createGroup, getGroup, listGroups } from "../store/groups.ts";
import type { Deps } from "./deps.ts";
import { PagedResult, type Handlers } from "./register-operations.ts";
import { unknown } from "./problems.ts";

export const groups = ({ db, now }: Deps): Handlers<"createGroup" | "listGroups" | "getGroup"> => ({
  createGroup: ({ body, change }) => change((tx) => createGroup(tx, body, now())),

  listGroups: async ({ query, reach }) => {
    const { rows, total } = await listGroups(db, query, reach);
    return new PagedResult({ data: rows }, total);
  },

  getGroup: async ({ params }) => {
    const group = await getGroup(db, params.group_id);
    if (!group) throw unknown("group");
    return group;
  },
});
