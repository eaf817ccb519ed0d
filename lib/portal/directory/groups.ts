import type { Group } from "../../contract/index.ts";
import type { Directory, Lookup } from "./types.ts";
import { nullOn404 } from "../context/errors.ts";
import { getCached } from "../db/local-cache.ts";
import { toListQuery, cachedPage, emptyPage, pageOf } from "./page.ts";

export function groupsDirectory(lookup: Lookup): Pick<Directory, "listGroups" | "getGroup"> {
  const { user, registry } = lookup;
  return {
    async listGroups(query) {
      if (user.role !== "staff") return emptyPage();
      const asked = toListQuery("listGroups", query);
      if (!lookup.supports("listGroups")) return cachedPage<Group>(lookup, "group", asked);
      const { data, total } = await lookup.call("listGroups", { query });
      return pageOf(data.data, total, asked);
    },

    async getGroup(id) {
      if (user.role !== "staff") return null;
      if (lookup.supports("getGroup")) {
        return (
          (await nullOn404(lookup.call("getGroup", { params: { group_id: id } })))?.data ?? null
        );
      }
      const known = await getCached(registry.db, registry.service, "group", id);
      return (known?.json as Group | undefined) ?? null;
    },
  };
}
