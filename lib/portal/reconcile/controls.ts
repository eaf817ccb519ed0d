import { toMillis } from "../../time/instant.ts";
import { type Control, type ControlTarget } from "../../contract/index.ts";
import { toNotFoundResult, hasSettled, type Finding, type Search } from "./resolution.ts";
import { MINUTE_MS } from "../../time/amsterdam.ts";

/** A listed control, with its target if the service returns it. */
type ListedControl = Pick<Control, "id" | "created_at" | "type" | "time_from" | "time_to"> & {
  target?: ControlTarget;
  effective_to?: string;
};
type Parts = Partial<Record<string, string>>;

const PAGE_SIZE = 100;
const MAX_PAGES = 20;
/** Maximum difference between the clocks of portal and service. */
const CLOCK_SKEW_MS = MINUTE_MS;
/** Maximum delay between an order and its control. */
const MAX_ISSUE_DELAY_MS = 5 * MINUTE_MS;

/**
 * Finds the control of an order: same target, direction and window, created near the order's time
 * and not claimed by another order. If two match, neither is certain.
 */
export async function findControl(search: Search, parts: Parts): Promise<Finding | null> {
  const near = (await listControlsSince(search)).filter((control) =>
    isMatch(control, search, parts),
  );
  const ofOthers = await search.findClaimed(near.map(({ id }) => id));
  const left = near.filter(({ id }) => !ofOthers.has(id));
  if (left.length === 0) return toNotFoundResult(search);
  const [only] = left;
  const isCertain = left.length === 1 && only!.target !== undefined;
  if (!isCertain) return hasSettled(search) ? { result: "cannot-be-known" } : null;
  const { id, time_from, time_to, effective_to = time_to } = only!;
  const window = { from: time_from, to: effective_to };
  return { result: "took-effect", controlId: id, window };
}

/** Controls created since shortly before the order, newest first. */
async function listControlsSince(search: Search): Promise<ListedControl[]> {
  const oldest = search.intent.at.getTime() - CLOCK_SKEW_MS;
  const all: ListedControl[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const listed = await listPage(search, page);
    all.push(...listed);
    const last = listed.at(-1);
    if (listed.length < PAGE_SIZE || !last || toMillis(last.created_at) < oldest) break;
  }
  return all;
}

async function listPage(
  { client, capabilities, requestId }: Search,
  page: number,
): Promise<ListedControl[]> {
  const common = { params: {}, body: undefined };
  if (!capabilities.has("listControlSummaries")) {
    const query = { page, page_size: PAGE_SIZE };
    return (await client.call("listControls", { ...common, query }, requestId)).data.data;
  }
  const query = { page, page_size: PAGE_SIZE, sort: "-created_at" };
  return (await client.call("listControlSummaries", { ...common, query }, requestId)).data.data;
}

function isMatch(control: ListedControl, { intent }: Search, parts: Parts): boolean {
  const after = toMillis(control.created_at) - intent.at.getTime();
  if (after < -CLOCK_SKEW_MS || after > MAX_ISSUE_DELAY_MS || control.type !== parts.type)
    return false;
  const id = parts.group_id ?? parts.bidding_zone_id;
  if (control.target && control.target.id !== id) return false;
  const { time_from, time_to } = parts;
  if (time_to && ceilToMinute(time_to) !== toMillis(control.time_to)) return false;
  if (!time_from) return true;
  // An order that waits for its turn starts when that comes, not in the past.
  return toMillis(control.time_from) >= ceilToMinute(time_from) - MINUTE_MS;
}

/** Rounds a time up to the minute. */
const ceilToMinute = (text: string) => Math.ceil(toMillis(text) / MINUTE_MS) * MINUTE_MS;
