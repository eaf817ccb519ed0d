import { controlState } from "../../controls/control-state.ts";
import { MAX_PAGE_SIZE } from "../../contract/page-size.ts";
import { sumEffectsKwh } from "../../energy/energy.ts";
import type { Control, QueryOf } from "../../contract/index.ts";
import type { Directory, PartialControl, PartialControlDetail, Lookup, Page } from "./types.ts";
import { getCached, getManyCached, type CachedResource } from "../db/local-cache.ts";
import { compareControlsBy, matchesFilter, isDefaultList } from "./control-filter.ts";
import { nullOn404 } from "../context/errors.ts";
import { emptyPage, toListQuery, toPage } from "./page.ts";

type ControlQuery = QueryOf<"listControlSummaries">;

/** Maximum number of pages read from a service without summaries. */
const SCAN_PAGES = 10;

export function controlsDirectory(lookup: Lookup): Pick<Directory, "listControls" | "getControl"> {
  const { user } = lookup;
  return {
    async listControls(query) {
      if (user.role !== "staff") return emptyPage();
      const parsed = toListQuery("listControlSummaries", query);
      if (lookup.supports("listControlSummaries")) {
        const { data, total } = await lookup.call("listControlSummaries", { query });
        return toPage(data.data, total, parsed);
      }
      return isDefaultList(parsed) ? listFromService(lookup, parsed) : scanPage(lookup, parsed);
    },

    async getControl(id) {
      if (user.role !== "staff") return null;
      if (lookup.supports("getControl")) {
        const answer = await nullOn404(lookup.call("getControl", { params: { control_id: id } }));
        return answer?.data ?? null;
      }
      return (await findCachedControl(lookup, id)) ?? findListedControl(lookup, id);
    },
  };
}

async function listFromService(lookup: Lookup, query: ControlQuery): Promise<Page<PartialControl>> {
  const { page, page_size } = query;
  const { data, total } = await lookup.call("listControls", { query: { page, page_size } });
  return toPage((await withTargets(lookup, data.data)).map(toSummary), total, query);
}

/** Filters and sorts the service's list, newest first; incomplete if there are more pages. */
async function scanPage(lookup: Lookup, query: ControlQuery): Promise<Page<PartialControl>> {
  const { controls, whole } = await scanControls(lookup, () => false);
  const matching = (await withTargets(lookup, controls))
    .filter((control) => matchesFilter(control, query))
    .sort(compareControlsBy(query.sort));
  const from = query.page * query.page_size;
  const items = matching.slice(from, from + query.page_size).map(toSummary);
  return { items, total: matching.length, complete: whole };
}

async function scanControls(lookup: Lookup, found: (control: Control) => boolean) {
  const controls: Control[] = [];
  for (let page = 0; page < SCAN_PAGES; page++) {
    const { data } = await lookup.call("listControls", {
      query: { page, page_size: MAX_PAGE_SIZE },
    });
    controls.push(...data.data);
    if (data.data.length < MAX_PAGE_SIZE) return { controls, whole: true };
    if (data.data.some(found)) return { controls, whole: false };
  }
  return { controls, whole: false };
}

async function findCachedControl(lookup: Lookup, id: string): Promise<PartialControlDetail | null> {
  const cached = await getCached(lookup.cache.db, lookup.cache.service, "control", id);
  return cached && toDetail(cached.json as Control, cached, lookup.now());
}

async function findListedControl(lookup: Lookup, id: string): Promise<PartialControlDetail | null> {
  const { controls } = await scanControls(lookup, (control) => control.id === id);
  const found = controls.find((control) => control.id === id);
  return found ? toDetail(found, null, lookup.now()) : null;
}

async function withTargets(lookup: Lookup, controls: Control[]): Promise<PartialControlDetail[]> {
  const { db, service } = lookup.cache;
  const ids = controls.map((control) => control.id);
  const cached = await getManyCached(db, service, "control", ids);
  const byId = new Map(cached.map((one) => [one.id, one]));
  const now = lookup.now();
  return controls.map((control) => toDetail(control, byId.get(control.id) ?? null, now));
}

/** The details of a documented control, with its target if it was issued here. */
function toDetail(
  control: Control,
  cached: CachedResource | null,
  now: Date,
): PartialControlDetail {
  return {
    ...control,
    target: cached?.target ?? null,
    state: getState(control, now),
    reason: null,
    superseded: null,
    cancelled_at: null,
    effective_to: control.time_to,
    locations: null,
    devices: null,
    unsupported: null,
    cancelled_effect: [],
    energy_kwh: sumEffectsKwh(control.results),
  };
}

const toSummary = ({
  results: _results,
  cancelled_effect: _cancelledEffect,
  ...control
}: PartialControlDetail): PartialControl => control;

function getState({ time_from, time_to }: Control, now: Date): PartialControl["state"] {
  const [from, stop] = [Date.parse(time_from), Date.parse(time_to)];
  return controlState({ from, stop, isCancelled: false }, now.getTime());
}

/** The controls of a customer or location; empty if the service does not list them. */
export function locatedControlsDirectory(lookup: Lookup): Pick<Directory, "listLocatedControls"> {
  return {
    async listLocatedControls(of, query) {
      const operation = "customerId" in of ? "listCustomerControls" : "listLocationControls";
      if (!lookup.supports(operation)) return { ...emptyPage(), complete: false };
      const params =
        "customerId" in of ? { customer_id: of.customerId } : { location_id: of.locationId };
      const parsed = toListQuery(operation, query);
      const answer = await nullOn404(lookup.call(operation, { params, query } as never));
      return answer ? toPage(answer.data.data, answer.total, parsed) : emptyPage();
    },
  };
}
