import { openScripted } from "./scripted-gateway.ts";
import { group, household } from "./site.ts";

/** A household with its location and inverter. */
export type Home = Awaited<ReturnType<typeof household>>;

/** Two households of a group whose inverters acknowledge every setpoint. */
export async function openTwoHomes(start: string) {
  const { world, gateway } = await openScripted(start);
  const utrecht = (await group(world)).id;
  const home = await household(world, { groupId: utrecht });
  const other = await household(world, { email: "other@example.org", groupId: utrecht });
  for (const { location, inverter } of [home, other]) gateway.answers(location.id, [inverter.id]);
  return { world, gateway, utrecht, home, other };
}
