import { expect } from "@playwright/test";
import type { Curtail } from "./start-stack.ts";
import { Service } from "./service.ts";

const OPEN = ["scheduled", "active"] as const;

/** Active and scheduled controls, and pending requests. */
async function standing(service: Service) {
  const page_size = 100;
  const controls = await Promise.all(
    OPEN.map((state) => service.call("listControlSummaries", { query: { state, page_size } })),
  );
  const asked = { state: "pending" as const, page_size };
  const requests = await service.call("listControlRequests", { query: asked });
  return {
    controls: controls.flatMap(({ data }) => data.map(({ id }) => id)),
    requests: requests.data.map(({ id }) => id),
  };
}

/**
 * Calls off what a test ordered and takes back what it requested, so that the next test of the
 * worker does not find its demo fleet under somebody else's control.
 */
export class Cleanup {
  private constructor(
    private readonly service: Service,
    private readonly kept: ReadonlySet<string>,
  ) {}

  /** Leaves the current controls and requests of the demo alone. */
  static async of(curtail: Curtail): Promise<Cleanup> {
    const service = new Service(curtail);
    const { controls, requests } = await standing(service);
    return new Cleanup(service, new Set([...controls, ...requests]));
  }

  /** Ends all that was ordered and requested since. */
  async run(): Promise<void> {
    const { controls, requests } = await standing(this.service);
    const statuses: number[] = [];
    for (const control_id of controls.filter((id) => !this.kept.has(id)))
      statuses.push(
        await this.service.status("cancelControl", { params: { control_id }, body: {} }),
      );
    for (const request_id of requests.filter((id) => !this.kept.has(id)))
      statuses.push(
        await this.service.status("rejectControlRequest", { params: { request_id }, body: {} }),
      );
    // What ended meanwhile is refused, and needs nothing.
    expect(statuses.filter((status) => ![200, 404, 409].includes(status))).toEqual([]);
  }
}
