import { listClusters } from "../store/location-clusters.ts";
import type { Deps } from "./deps.ts";
import type { Handlers } from "./register-operations.ts";
import { invalid, type Fault } from "./problems.ts";

export const locationClusters = ({ db, now }: Deps): Handlers<"listLocationClusters"> => ({
  listLocationClusters: async ({ query, reach }) => {
    const { west, south, east, north } = query;
    const faults: Fault[] = [];
    if (west >= east)
      faults.push({ pointer: "query/east", detail: "must be east of west", code: "not-east" });
    if (south >= north)
      faults.push({ pointer: "query/north", detail: "must be north of south", code: "not-north" });
    if (faults.length > 0) throw invalid(faults);
    return { data: await listClusters(db, query, reach, now()) };
  },
});
