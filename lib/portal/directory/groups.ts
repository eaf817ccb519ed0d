import type { Group } from "../../contract/index.ts";
import type { Directory, Lookup } from "./types.ts";
import { nullOn404 } from "../context/errors.ts";
import { getCached } from "../db/local-cache.ts";
import { toListQuery, cachedPage, emptyPage, toPage } from "./page.ts";

export function groupsDirectory(lookup: Lookup): Pick<Directory, "listGroups" | "getGroup"> {
  const { user, cache } = lookup;
  return {
    async listGroups(query) {
      if (user.role !== "staff") return emptyPage();
      const parsed = toListQuery("listGroups", query);
      if (!lookup.supports("listGroups")) return cachedPage<Group>(lookup, "group", parsed);
      const { data, total } = await lookup.call("listGroups", { query });
      return toPage(data.data, total, parsed);
    },

    async getGroup(id) {
      if (user.role !== "staff") return null;
      if (lookup.supports("getGroup")) {
        return (
          (await nullOn404(lookup.call("getGroup", { params: { group_id: id } })))?.data ?? null
        );
      }
      const cached = await getCached(cache.db, cache.service, "group", id);
      return (cached?.json as Group | undefined) ?? null;
    },
  };
}
