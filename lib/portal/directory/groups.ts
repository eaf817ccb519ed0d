import type { Group } from "../../contract/index.ts";
import type { Directory, Lookup } from "./types.ts";
import { orNull } from "../context/errors.ts";
import { getKnown } from "../db/local-cache.ts";
import { askedFor, knownPage, noPage, pageOf } from "./page.ts";

export function groupsDirectory(lookup: Lookup): Pick<Directory, "listGroups" | "getGroup"> {
  const { user, registry } = lookup;
  return {
    async listGroups(query) {
      if (user.role !== "staff") return noPage();
      const asked = askedFor("listGroups", query);
      if (!lookup.offers("listGroups")) return knownPage<Group>(lookup, "group", asked);
      const { data, total } = await lookup.call("listGroups", { query });
      return pageOf(data.data, total, asked);
    },

    async getGroup(id) {
      if (user.role !== "staff") return null;
      if (lookup.offers("getGroup")) {
        return (await orNull(lookup.call("getGroup", { params: { group_id: id } })))?.data ?? null;
      }
      const known = await getKnown(registry.db, registry.service, "group", id);
      return (known?.json as Group | undefined) ?? null;
    },
  };
}
