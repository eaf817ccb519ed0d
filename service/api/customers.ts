import { computeOutlooks } from "../planning/flexibility-forecast.ts";
import {
  createCustomer,
  deleteCustomer,
  getCustomer,
  updateCustomer,
  listCustomers,
} from "../store/customers.ts";
import type { Deps } from "./deps.ts";
import { listLocationControls } from "./locations.ts";
import { PagedResult, type Handlers } from "./register-operations.ts";
import { ApiProblem, invalid, unknown } from "./problems.ts";
import { createGroup, getGroup, listGroups } from "../store/groups.ts";

export const groups = ({ db, now }: Deps): Handlers<"createGroup" | "listGroups" | "getGroup"> => ({
  createGroup: ({ body, change }) => change((tx) => createGroup(tx, body, now())),

  listGroups: async ({ db, query, reach }) => {
    const { rows, total } = await listGroups(db, query, reach);
    return new PagedResult({ data: rows }, total);
  },

  getGroup: async ({ params }) => {
    const group = await getGroup(db, params.group_id);
    if (!group) throw unknown("group");
    return group;
  },
});

const unknownGroup = () =>
  invalid([
    { pointer: "#/group_id", detail: "must be the id of a group, or null", code: "unknown-group" },
  ]);

export const customers = ({
  db,
  now,
  writers,
  requestDispatch,
}: Deps): Handlers<
  | "updateCustomer"
  | "deleteCustomer"
  | "listCustomers"
  | "createCustomer"
  | "getCustomer"
  | "listCustomerControls"
> => ({
  updateCustomer: ({ params, body, change }) =>
    writers.run(() =>
      change(async (tx) => {
        const customer = await updateCustomer(tx, params.customer_id, body, now(), computeOutlooks);
        if (customer === "group_unknown") throw unknownGroup();
        if (!customer) throw unknown("customer");
        return customer;
      }),
    ),

  deleteCustomer: async ({ params, change }) => {
    const deleted = await writers.run(() =>
      change(async (tx) => {
        const customer = await deleteCustomer(tx, params.customer_id, now(), computeOutlooks);
        if (!customer) throw unknown("customer");
        return customer;
      }),
    );
    requestDispatch();
    return deleted;
  },

  listCustomers: async ({ db, query, reach }) => {
    const { rows, total } = await listCustomers(db, query, reach);
    return new PagedResult({ data: rows }, total);
  },

  createCustomer: ({ body, change }) =>
    change(async (tx) => {
      const customer = await createCustomer(tx, body, now());
      if (customer === "group_unknown") throw unknownGroup();
      if (customer === "email_taken")
        throw new ApiProblem("conflict", "A customer with this e-mail address already exists.", [
          { pointer: "#/email", detail: "must not be another customer's", code: "email-taken" },
        ]);
      return customer;
    }),

  getCustomer: async ({ params }) => {
    const customer = await getCustomer(db, params.customer_id);
    if (!customer) throw unknown("customer");
    return customer;
  },

  listCustomerControls: async ({ db, params, query }) => {
    if (!(await getCustomer(db, params.customer_id))) throw unknown("customer");
    return listLocationControls(db, { customerId: params.customer_id }, query);
  },
});
