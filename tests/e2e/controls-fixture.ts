import { demoCustomer } from "./demo-fleet.ts";
import type { Service } from "./service.ts";

/** More controls of the demo customer's group than a list shows at once. */
export async function manyControls(service: Service): Promise<void> {
  const { customer } = await demoCustomer(service);
  const params = { group_id: customer.group_id! };
  for (let hours = 3; hours < 15; hours++) {
    const [time_from, time_to] = [hours, hours + 1].map((hour) =>
      new Date(Date.now() + hour * 3_600_000).toISOString(),
    );
    const body = { type: "ZERO_EXPORT" as const, time_from, time_to: time_to! };
    const { id } = await service.call("controlGroup", { params, body });
    await service.call("cancelControl", { params: { control_id: id }, body: {} });
  }
}
