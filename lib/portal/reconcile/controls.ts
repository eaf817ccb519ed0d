import { instantMs, type Control, type ControlTarget } from "../../contract/index.ts";
import { absent, hadTime, type Finding, type Search } from "./resolution.ts";

/** A control as it is listed, with its target where the service tells it. */
type Listed = Pick<Control, "id" | "created_at" | "type" | "time_from" | "time_to"> & {
  target?: ControlTarget;
  effective_to?: string;
};
type Parts = Partial<Record<string, string>>;

const PAGE = 100;
const MOST_PAGES = 20;
const MINUTE_MS = 60_000;
/** How far the clocks of portal and service may differ. */
const SKEW_MS = MINUTE_MS;
/** A control is issued within so long of its order. */
const ISSUED_WITHIN_MS = 5 * MINUTE_MS;

/**
 * Looks for the control of an order: of the same target, direction and window, created near the
 * time it was ordered, and not another order's. Of two that could be it, neither is.
 */
export async function controlOf(search: Search, parts: Parts): Promise<Finding | null> {
  const near = (await listedSince(search)).filter((control) => fits(control, search, parts));
  const ofOthers = await search.ofOthers(near.map(({ id }) => id));
  const left = near.filter(({ id }) => !ofOthers.has(id));
  if (left.length === 0) return absent(search);
  const [only] = left;
  const isCertain = left.length === 1 && only!.target !== undefined;
  if (!isCertain) return hadTime(search) ? { result: "cannot-be-known" } : null;
  const { id, time_from, time_to, effective_to = time_to } = only!;
  const window = { from: time_from, to: effective_to };
  return { result: "took-effect", controlId: id, window };
}

/** What was listed since shortly before the order, newest first. */
async function listedSince(search: Search): Promise<Listed[]> {
  const oldest = search.intent.at.getTime() - SKEW_MS;
  const all: Listed[] = [];
  for (let page = 0; page < MOST_PAGES; page++) {
    const listed = await listedOn(search, page);
    all.push(...listed);
    const last = listed.at(-1);
    if (listed.length < PAGE || !last || instantMs(last.created_at) < oldest) break;
  }
  return all;
}

async function listedOn({ client, offered, requestId }: Search, page: number): Promise<Listed[]> {
  const common = { params: {}, body: undefined };
  if (!offered.has("listControlSummaries")) {
    const query = { page, page_size: PAGE };
    return (await client.call("listControls", { ...common, query }, requestId)).data.data;
  }
  const query = { page, page_size: PAGE, sort: "-created_at" };
  return (await client.call("listControlSummaries", { ...common, query }, requestId)).data.data;
}

function fits(control: Listed, { intent }: Search, parts: Parts): boolean {
  const after = instantMs(control.created_at) - intent.at.getTime();
  if (after < -SKEW_MS || after > ISSUED_WITHIN_MS || control.type !== parts.type) return false;
  const id = parts.group_id ?? parts.bidding_zone_id;
  if (control.target && control.target.id !== id) return false;
  const { time_from, time_to } = parts;
  if (time_to && minuteUp(time_to) !== instantMs(control.time_to)) return false;
  if (!time_from) return true;
  // An order that waits for its turn starts when that comes, not in the past.
  return instantMs(control.time_from) >= minuteUp(time_from) - MINUTE_MS;
}

/** The full minute a moment is rounded up to. */
const minuteUp = (text: string) => Math.ceil(instantMs(text) / MINUTE_MS) * MINUTE_MS;
