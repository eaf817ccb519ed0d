import type { Control, QueryOf } from "../../contract/index.ts";
import type { Directory, PartialControl, PartialControlDetail, Lookup, Page } from "./types.ts";
import { getCached, getManyCached, type CachedResource } from "../db/local-cache.ts";
import { controlOrder, matchesFilter, isPlain } from "./control-filter.ts";
import { nullOn404 } from "../context/errors.ts";
import { toListQuery, emptyPage, pageOf } from "./page.ts";

type Asked = QueryOf<"listControlSummaries">;

/** As far as a service without summaries is read to filter or find: 10 pages of 100. */
const WALK_PAGES = 10;
const WALK_SIZE = 100;

export function controlsDirectory(lookup: Lookup): Pick<Directory, "listControls" | "getControl"> {
  const { user } = lookup;
  return {
    async listControls(query) {
      if (user.role !== "staff") return emptyPage();
      const asked = toListQuery("listControlSummaries", query);
      if (lookup.supports("listControlSummaries")) {
        const { data, total } = await lookup.call("listControlSummaries", { query });
        return pageOf(data.data, total, asked);
      }
      return isPlain(asked) ? servicePage(lookup, asked) : walkedPage(lookup, asked);
    },

    async getControl(id) {
      if (user.role !== "staff") return null;
      if (lookup.supports("getControl")) {
        const answer = await nullOn404(lookup.call("getControl", { params: { control_id: id } }));
        return answer?.data ?? null;
      }
      return (await rememberedControl(lookup, id)) ?? searchedControl(lookup, id);
    },
  };
}

async function servicePage(lookup: Lookup, asked: Asked): Promise<Page<PartialControl>> {
  const { page, page_size } = asked;
  const { data, total } = await lookup.call("listControls", { query: { page, page_size } });
  return pageOf((await withTargets(lookup, data.data)).map(summary), total, asked);
}

/** Filters and sorts what the service lists, newest pages first; incomplete where there is more. */
async function walkedPage(lookup: Lookup, asked: Asked): Promise<Page<PartialControl>> {
  const { controls, whole } = await walk(lookup, () => false);
  const kept = (await withTargets(lookup, controls))
    .filter((control) => matchesFilter(control, asked))
    .sort(controlOrder(asked.sort));
  const from = asked.page * asked.page_size;
  const items = kept.slice(from, from + asked.page_size).map(summary);
  return { items, total: kept.length, complete: whole };
}

async function walk(lookup: Lookup, found: (control: Control) => boolean) {
  const controls: Control[] = [];
  for (let page = 0; page < WALK_PAGES; page++) {
    const { data } = await lookup.call("listControls", { query: { page, page_size: WALK_SIZE } });
    controls.push(...data.data);
    if (data.data.length < WALK_SIZE) return { controls, whole: true };
    if (data.data.some(found)) return { controls, whole: false };
  }
  return { controls, whole: false };
}

async function rememberedControl(lookup: Lookup, id: string): Promise<PartialControlDetail | null> {
  const known = await getCached(lookup.registry.db, lookup.registry.service, "control", id);
  return known && detail(known.json as Control, known, lookup.now());
}

async function searchedControl(lookup: Lookup, id: string): Promise<PartialControlDetail | null> {
  const { controls } = await walk(lookup, (control) => control.id === id);
  const found = controls.find((control) => control.id === id);
  return found ? detail(found, null, lookup.now()) : null;
}

async function withTargets(lookup: Lookup, controls: Control[]): Promise<PartialControlDetail[]> {
  const { db, service } = lookup.registry;
  const ids = controls.map((control) => control.id);
  const known = await getManyCached(db, service, "control", ids);
  const byId = new Map(known.map((one) => [one.id, one]));
  const now = lookup.now();
  return controls.map((control) => detail(control, byId.get(control.id) ?? null, now));
}

/** What a bare control says by itself, and its target where it was issued here. */
function detail(control: Control, known: CachedResource | null, now: Date): PartialControlDetail {
  return {
    ...control,
    target: known?.target ?? null,
    state: stateOf(control, now),
    reason: null,
    superseded: null,
    cancelled_at: null,
    effective_to: control.time_to,
    locations: null,
    devices: null,
    unsupported: null,
    cancelled_effect: [],
    energy_kwh: energyOf(control),
  };
}

const summary = ({
  results: _results,
  cancelled_effect: _cancelledEffect,
  ...control
}: PartialControlDetail): PartialControl => control;

function stateOf({ time_from, time_to }: Control, now: Date): PartialControl["state"] {
  if (now.getTime() < Date.parse(time_from)) return "scheduled";
  return now.getTime() < Date.parse(time_to) ? "active" : "ended";
}

/** kWh: each interval's delta in kW over its length in hours. */
const energyOf = ({ results }: Control) =>
  results.reduce((sum, { delta, time_from, time_to }) => {
    return sum + (delta * (Date.parse(time_to) - Date.parse(time_from))) / 3_600_000;
  }, 0);

/** Controls as a customer or a location felt them; only a service that measures this can say. */
export function ownControlsDirectory(lookup: Lookup): Pick<Directory, "listOwnControls"> {
  return {
    async listOwnControls(of, query) {
      const operation = "customerId" in of ? "listCustomerControls" : "listLocationControls";
      if (!lookup.supports(operation)) return { ...emptyPage(), complete: false };
      const params =
        "customerId" in of ? { customer_id: of.customerId } : { location_id: of.locationId };
      const asked = toListQuery(operation, query);
      const answer = await nullOn404(lookup.call(operation, { params, query } as never));
      return answer ? pageOf(answer.data.data, answer.total, asked) : emptyPage();
    },
  };
}
