import {
  instantMs,
  type Customer,
  type Group,
  type LocationDelivery,
} from "../../contract/index.ts";
import { FALLBACK_LANGUAGE, languages } from "../../i18n/customer-languages.ts";
import { getLocationState } from "../../contract/location-status.ts";
import type { PartialControl, PartialDevice, PartialLocation } from "../directory/types.ts";
import type { FileColumn } from "./export-file.ts";
import type { FileTexts } from "../../i18n/translator.ts";

/** Names of groups by id, as far as the reader may know them. */
export type GroupNames = ReadonlyMap<string, string>;

type Pick<Row> = (row: Row) => string | number | null | undefined;

const text = <Row>(header: string, value: Pick<Row>): FileColumn<Row> => ({
  header,
  kind: "text",
  value,
});

/** A number, with its unit in the heading. */
const number = <Row>(
  t: FileTexts,
  column: string,
  unit: string,
  value: Pick<Row>,
): FileColumn<Row> => ({
  header: unit === "" ? column : t("table.file.unit", { column, unit }),
  kind: "number",
  value,
});

/** A moment twice: on Amsterdam's clock, and in UTC. */
function moment<Row>(
  t: FileTexts,
  column: string,
  read: (row: Row) => string | null | undefined,
): FileColumn<Row>[] {
  const value = (row: Row) => {
    const stamp = read(row);
    return stamp ? instantMs(stamp) : null;
  };
  return [
    { header: t("table.file.local", { column }), kind: "local", value },
    { header: t("table.file.utc", { column }), kind: "utc", value },
  ];
}

const KWH = "kWh";

export const controlFile = (t: FileTexts): FileColumn<PartialControl>[] => [
  text(t("common.id"), ({ id }) => id),
  text(t("controls.list.type"), ({ type }) => t(`controls.types.${type}.title`)),
  text(t("controls.list.target"), ({ target }) =>
    target?.kind === "bidding_zone" ? t("controls.target.zone", { id: target.id }) : target?.name,
  ),
  text(t("controls.list.state"), ({ state }) => t(`controls.states.${state}`)),
  text(t("table.file.superseded"), ({ superseded }) =>
    superseded === null ? null : t(superseded ? "table.file.yes" : "table.file.no"),
  ),
  text(t("controls.console.why.title"), ({ reason }) => reason && t(`controls.reasons.${reason}`)),
  ...moment<PartialControl>(t, t("table.file.from"), ({ time_from }) => time_from),
  ...moment<PartialControl>(t, t("table.file.to"), ({ time_to }) => time_to),
  ...moment<PartialControl>(t, t("table.file.stopped"), ({ effective_to }) => effective_to),
  number(t, t("controls.list.locations"), "", ({ locations }) => locations),
  number(t, t("controls.preview.devices"), "", ({ devices }) => devices),
  number(t, t("table.file.planned"), KWH, ({ energy_kwh }) => energy_kwh),
  ...moment<PartialControl>(t, t("controls.list.accepted"), ({ created_at }) => created_at),
  ...moment<PartialControl>(t, t("table.file.cancelled"), ({ cancelled_at }) => cancelled_at),
];

export const customerFile = (t: FileTexts, groups: GroupNames): FileColumn<Customer>[] => [
  text(t("common.id"), ({ id }) => id),
  text(t("customers.name"), ({ name }) => name),
  text(t("customers.email"), ({ email }) => email),
  text(t("customers.language"), ({ language }) => languages[language ?? FALLBACK_LANGUAGE]),
  text(t("customers.group"), ({ group_id }) => groups.get(group_id ?? "")),
  text(t("table.file.groupId"), ({ group_id }) => group_id),
  ...moment<Customer>(t, t("customers.since"), ({ created_at }) => created_at),
];

export const groupFile = (t: FileTexts): FileColumn<Group>[] => [
  text(t("common.id"), ({ id }) => id),
  text(t("groups.name"), ({ name }) => name),
  text(t("groups.zone"), ({ bidding_zone }) => bidding_zone),
  ...moment<Group>(t, t("groups.created"), ({ created_at }) => created_at),
];

/** The columns of locations, with how each stands at `now` (ms). */
export const locationFile = (
  t: FileTexts,
  groups: GroupNames,
  now: number,
): FileColumn<PartialLocation>[] => [
  text(t("common.id"), ({ id }) => id),
  text(t("locations.address"), ({ metadata: { address } }) =>
    typeof address === "string" ? address : null,
  ),
  text(t("locations.customer"), ({ customer_name }) => customer_name),
  text(t("table.file.customerId"), ({ customer_id }) => customer_id),
  text(t("locations.group"), ({ group_id }) => groups.get(group_id ?? "")),
  number(t, t("locations.latitude"), "°", ({ latitude }) => latitude),
  number(t, t("locations.longitude"), "°", ({ longitude }) => longitude),
  number(t, t("locations.pv"), "kWp", ({ pv_peak_kw }) => pv_peak_kw || null),
  number(t, t("locations.battery"), KWH, ({ battery_kwh }) => battery_kwh || null),
  number(t, t("locations.limit"), "kW", ({ connection_limit_kw }) => connection_limit_kw || null),
  number(t, t("locations.devices"), "", ({ devices }) => devices),
  text(t("locations.state"), ({ last_reported_at, responding }) =>
    last_reported_at === undefined
      ? null
      : t(`locations.states.${getLocationState({ last_reported_at, responding }, now)}`),
  ),
  text(
    t("locations.connection"),
    ({ connection }) => connection && t(`status.connection.${connection}`),
  ),
  text(t("locations.data"), ({ data_source }) => data_source && t(`status.source.${data_source}`)),
  ...moment<PartialLocation>(
    t,
    t("locations.lastReported"),
    ({ last_reported_at }) => last_reported_at,
  ),
  ...moment<PartialLocation>(t, t("locations.since"), ({ created_at }) => created_at),
];

/** What became of a control at one of its locations. */
export type ControlDeliveryRow = LocationDelivery & { id: string; control_id: string };

/** What can become of telling a device, as the page of a control lists it. */
const outcomes = [
  "executed",
  "pending",
  "unknown",
  "failed",
  "unsupported",
  "not_dispatched",
] as const;

export const deliveryFile = (t: FileTexts): FileColumn<ControlDeliveryRow>[] => [
  text(t("table.file.controlId"), ({ control_id }) => control_id),
  text(t("table.file.locationId"), ({ location_id }) => location_id),
  text(t("deliveries.table.location"), ({ address }) => address),
  text(t("deliveries.table.customer"), ({ customer_name }) => customer_name),
  text(t("deliveries.table.state"), ({ state }) => t(`deliveries.states.${state}`)),
  ...moment<ControlDeliveryRow>(
    t,
    t("table.file.dispatched"),
    ({ dispatched_at }) => dispatched_at,
  ),
  ...moment<ControlDeliveryRow>(
    t,
    t("table.file.acknowledged"),
    ({ acknowledged_at }) => acknowledged_at,
  ),
  number(
    t,
    t("table.file.devicesAddressed"),
    t("table.file.count"),
    ({ devices }) => devices.addressed,
  ),
  ...outcomes.map((outcome) =>
    number<ControlDeliveryRow>(
      t,
      t("table.file.devices", { outcome: t(`deliveries.outcomes.${outcome}.title`) }),
      t("table.file.count"),
      ({ devices }) => devices[outcome],
    ),
  ),
  number(t, t("table.file.plannedSoFar"), KWH, ({ planned_kwh }) => planned_kwh),
  number(t, t("table.file.delivered"), KWH, ({ delivered_kwh }) => delivered_kwh),
];

type Ratings = NonNullable<PartialDevice["ratings"]>;
type RatingName = Ratings extends infer R ? (R extends unknown ? keyof R : never) : never;

const rating =
  (name: RatingName) =>
  ({ ratings }: PartialDevice): number | null => {
    const value = (ratings as Partial<Record<RatingName, unknown>> | undefined)?.[name];
    return typeof value === "number" ? value : null;
  };

export const deviceFile = (t: FileTexts): FileColumn<PartialDevice>[] => [
  text(t("common.id"), ({ id }) => id),
  text(t("devices.name"), ({ name }) => name),
  text(t("devices.location"), ({ address }) => address),
  text(t("table.file.locationId"), ({ location_id }) => location_id),
  text(t("devices.type"), ({ device_type }) => t(`devices.types.${device_type}`)),
  text(t("devices.brand"), ({ brand }) => brand),
  number(t, t("devices.fields.pv_peak_kw"), "kWp", rating("pv_peak_kw")),
  number(t, t("devices.fields.inverter_kw"), "kW", rating("inverter_kw")),
  number(t, t("devices.fields.tilt"), "°", rating("tilt")),
  number(t, t("devices.fields.azimuth"), "°", rating("azimuth")),
  number(t, t("table.file.batteryCapacity"), KWH, rating("capacity_kwh")),
  number(t, t("devices.fields.power_kw"), "kW", rating("power_kw")),
  number(t, t("devices.fields.connection_limit_kw"), "kW", rating("connection_limit_kw")),
  text(t("devices.follows"), ({ ratings }) => {
    if (!ratings || !("controllable" in ratings)) return null;
    return ratings.controllable ? t("devices.followsYes") : t("devices.followsNo");
  }),
  ...moment<PartialDevice>(t, t("devices.registered"), ({ created_at }) => created_at),
];
