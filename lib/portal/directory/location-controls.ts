import type { Directory, Lookup } from "./types.ts";
import { orNull } from "../context/errors.ts";
import { askedFor, noPage, pageOf } from "./page.ts";

/** Controls as a customer or a location felt them; only a service that measures this can say. */
export function ownControlsDirectory(lookup: Lookup): Pick<Directory, "listOwnControls"> {
  return {
    async listOwnControls(of, query) {
      const operation = "customerId" in of ? "listCustomerControls" : "listLocationControls";
      if (!lookup.offers(operation)) return { ...noPage(), complete: false };
      const params =
        "customerId" in of ? { customer_id: of.customerId } : { location_id: of.locationId };
      const asked = askedFor(operation, query);
      const answer = await orNull(lookup.call(operation, { params, query } as never));
      return answer ? pageOf(answer.data.data, answer.total, asked) : noPage();
    },
  };
}
