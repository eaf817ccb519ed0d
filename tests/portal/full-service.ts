import { operations, type OperationId } from "../../lib/contract/index.ts";
import { startService, type FakeService } from "./fake-service.ts";
import { anna, annasHouse, annasInverter, bram, bramsHouse, bramsInverter } from "./fixtures.ts";

const things: Record<string, object[]> = {
  customers: [anna, bram],
  locations: [annasHouse, bramsHouse],
  devices: [annasInverter, bramsInverter],
};

/**
 * A service with every operation. It has two customers with their resources and refuses everything
 * else with a 409 that the portal never returns by itself.
 */
export const startWholeService = (): Promise<FakeService> =>
  startService((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/v1/openapi.json") return Response.json({ openapi: "3.1.0", paths });
    const [, noun = "", id, more] = pathname.slice(1).split("/");
    if (request.method !== "GET" || more || !things[noun]) return refused();
    if (!id) return Response.json({ data: things[noun] }, { headers: { "X-Total-Count": "2" } });
    const thing = things[noun].find((one) => (one as { id: string }).id === id);
    return thing ? Response.json(thing) : Response.json({}, { status: 404 });
  });

const refused = () => Response.json({ wrong: "not now" }, { status: 409 });

const paths: Record<string, Record<string, object>> = {};
for (const operation of Object.keys(operations) as OperationId[]) {
  const { method, path } = operations[operation];
  (paths[path] ??= {})[method] = {};
}
