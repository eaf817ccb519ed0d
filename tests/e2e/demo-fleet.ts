import { expect } from "@playwright/test";
import { CUSTOMER } from "./start-stack.ts";
import type { Service } from "./service.ts";

/** The oldest group: it has locations, unlike groups created by tests. */
export async function demoGroup(service: Service) {
  const { data } = await service.call("listGroups", { query: { sort: "created_at" } });
  return data[0]!;
}

/** The demo customer as the service returns it, with its resources. */
export async function demoCustomer(service: Service) {
  const { data } = await service.call("listCustomers", { query: { search: CUSTOMER } });
  const [customer] = data;
  expect(customer, "the demo customer").toBeDefined();
  const own = { customer_id: customer!.id, page_size: 100 };
  const locations = (await service.call("listLocations", { query: own })).data;
  const devices = (await service.call("listDevices", { query: own })).data;
  return { customer: customer!, locations, devices };
}

/** A customer in another group than the demo customer, with its resources. */
export async function anotherCustomer(service: Service) {
  const { customer } = await demoCustomer(service);
  const query = { page_size: 100, sort: "created_at" };
  const { data } = await service.call("listCustomers", { query });
  const other = data.find(({ group_id }) => group_id && group_id !== customer.group_id)!;
  const theirs = { customer_id: other.id };
  const location = (await service.call("listLocations", { query: theirs })).data[0]!;
  const device = (await service.call("listDevices", { query: theirs })).data[0]!;
  return { customer: other, location, device };
}
