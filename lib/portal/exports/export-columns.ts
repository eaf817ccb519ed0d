import { toMillis } from "../../time/instant.ts";
import { type Customer, type ListedGroup, type LocationDelivery } from "../../contract/index.ts";
import { outcomeNames } from "../../controls/control-state.ts";
import { FALLBACK_LANGUAGE, languages } from "../../i18n/locales.ts";
import { getLocationState } from "../../contract/location-status.ts";
import type { PartialControl, PartialDevice, PartialLocation } from "../directory/types.ts";
import type { FileColumn } from "./export-file.ts";
import type { ExportMessages } from "../../i18n/messages.ts";

/** Group names by id, as far as the user may see them. */
type GroupNames = ReadonlyMap<string, string>;

type ReadValue<Row> = (row: Row) => string | number | null | undefined;

export const textColumn = <Row>(header: string, value: ReadValue<Row>): FileColumn<Row> => ({
  header,
  kind: "text",
  value,
});

/** A number with its unit in the header. */
export const numberColumn = <Row>(
  t: ExportMessages,
  column: string,
  unit: string,
  value: ReadValue<Row>,
): FileColumn<Row> => ({
  header: unit === "" ? column : t("table.file.unit", { column, unit }),
  kind: "number",
  value,
});

/** A time in two columns: in Amsterdam and in UTC. */
export function timeColumns<Row>(
  t: ExportMessages,
  column: string,
  read: (row: Row) => string | null | undefined,
): FileColumn<Row>[] {
  const value = (row: Row) => {
    const stamp = read(row);
    return stamp ? toMillis(stamp) : null;
  };
  return [
    { header: t("table.file.local", { column }), kind: "local", value },
    { header: t("table.file.utc", { column }), kind: "utc", value },
  ];
}

export const KWH = "kWh";

export const controlColumns = (t: ExportMessages): FileColumn<PartialControl>[] => [
  textColumn(t("common.id"), ({ id }) => id),
  textColumn(t("controls.list.type"), ({ type }) => t(`controls.types.${type}.title`)),
  textColumn(t("controls.list.target"), ({ target }) =>
    target?.kind === "bidding_zone" ? t("controls.target.zone", { id: target.id }) : target?.name,
  ),
  textColumn(t("controls.list.state"), ({ state }) => t(`controls.states.${state}`)),
  textColumn(t("table.file.superseded"), ({ superseded }) =>
    superseded === null ? null : t(superseded ? "table.file.yes" : "table.file.no"),
  ),
  textColumn(
    t("controls.console.reason.title"),
    ({ reason }) => reason && t(`controls.reasons.${reason}`),
  ),
  ...timeColumns<PartialControl>(t, t("table.file.from"), ({ time_from }) => time_from),
  ...timeColumns<PartialControl>(t, t("table.file.to"), ({ time_to }) => time_to),
  ...timeColumns<PartialControl>(t, t("table.file.stopped"), ({ effective_to }) => effective_to),
  numberColumn(t, t("controls.list.locations"), "", ({ locations }) => locations),
  numberColumn(t, t("controls.preview.devices"), "", ({ devices }) => devices),
  numberColumn(t, t("table.file.planned"), KWH, ({ energy_kwh }) => energy_kwh),
  numberColumn(t, t("table.file.rebound"), KWH, ({ rebound_kwh }) => rebound_kwh),
  ...timeColumns<PartialControl>(t, t("controls.list.accepted"), ({ created_at }) => created_at),
  ...timeColumns<PartialControl>(t, t("table.file.cancelled"), ({ cancelled_at }) => cancelled_at),
];

export const customerColumns = (t: ExportMessages, groups: GroupNames): FileColumn<Customer>[] => [
  textColumn(t("common.id"), ({ id }) => id),
  textColumn(t("customers.name"), ({ name }) => name),
  textColumn(t("customers.email"), ({ email }) => email),
  textColumn(t("customers.language"), ({ language }) => languages[language ?? FALLBACK_LANGUAGE]),
  textColumn(t("customers.group"), ({ group_id }) => groups.get(group_id ?? "")),
  textColumn(t("table.file.groupId"), ({ group_id }) => group_id),
  ...timeColumns<Customer>(t, t("customers.since"), ({ created_at }) => created_at),
];

export const groupColumns = (t: ExportMessages): FileColumn<ListedGroup>[] => [
  textColumn(t("common.id"), ({ id }) => id),
  textColumn(t("groups.name"), ({ name }) => name),
  textColumn(t("groups.zone"), ({ bidding_zone }) => bidding_zone),
  numberColumn(t, t("groups.locations"), "", ({ locations }) => locations),
  numberColumn(t, t("groups.ratedPower"), "kW", ({ rated_kw }) => rated_kw),
  ...timeColumns<ListedGroup>(t, t("groups.created"), ({ created_at }) => created_at),
];

/** The columns of locations, with their state at `now` (ms). */
export const locationColumns = (
  t: ExportMessages,
  groups: GroupNames,
  now: number,
): FileColumn<PartialLocation>[] => [
  textColumn(t("common.id"), ({ id }) => id),
  textColumn(t("locations.address"), ({ metadata: { address } }) =>
    typeof address === "string" ? address : null,
  ),
  textColumn(t("locations.customer"), ({ customer_name }) => customer_name),
  textColumn(t("table.file.customerId"), ({ customer_id }) => customer_id),
  textColumn(t("locations.group"), ({ group_id }) => groups.get(group_id ?? "")),
  numberColumn(t, t("locations.latitude"), "°", ({ latitude }) => latitude),
  numberColumn(t, t("locations.longitude"), "°", ({ longitude }) => longitude),
  numberColumn(t, t("locations.pv"), "kWp", ({ pv_peak_kw }) => pv_peak_kw || null),
  numberColumn(t, t("locations.battery"), KWH, ({ battery_kwh }) => battery_kwh || null),
  numberColumn(
    t,
    t("locations.limit"),
    "kW",
    ({ connection_limit_kw }) => connection_limit_kw || null,
  ),
  numberColumn(t, t("locations.devices"), "", ({ devices }) => devices),
  textColumn(t("locations.state"), ({ last_reported_at, responding }) =>
    last_reported_at === undefined
      ? null
      : t(`locations.states.${getLocationState({ last_reported_at, responding }, now)}`),
  ),
  textColumn(
    t("locations.connection"),
    ({ connection }) => connection && t(`status.connection.${connection}`),
  ),
  textColumn(
    t("locations.data"),
    ({ data_source }) => data_source && t(`status.source.${data_source}`),
  ),
  ...timeColumns<PartialLocation>(
    t,
    t("locations.lastReported"),
    ({ last_reported_at }) => last_reported_at,
  ),
  ...timeColumns<PartialLocation>(t, t("locations.since"), ({ created_at }) => created_at),
];

/** The delivery of a control at one of its locations. */
export type ControlDeliveryRow = LocationDelivery & { id: string; control_id: string };

export const deliveryColumns = (t: ExportMessages): FileColumn<ControlDeliveryRow>[] => [
  textColumn(t("table.file.controlId"), ({ control_id }) => control_id),
  textColumn(t("table.file.locationId"), ({ location_id }) => location_id),
  textColumn(t("deliveries.table.location"), ({ address }) => address),
  textColumn(t("deliveries.table.customer"), ({ customer_name }) => customer_name),
  textColumn(t("deliveries.table.state"), ({ state }) => t(`deliveries.states.${state}`)),
  ...timeColumns<ControlDeliveryRow>(
    t,
    t("table.file.dispatched"),
    ({ dispatched_at }) => dispatched_at,
  ),
  ...timeColumns<ControlDeliveryRow>(
    t,
    t("table.file.acknowledged"),
    ({ acknowledged_at }) => acknowledged_at,
  ),
  numberColumn(
    t,
    t("table.file.devicesAddressed"),
    t("table.file.count"),
    ({ devices }) => devices.addressed,
  ),
  ...outcomeNames.map((outcome) =>
    numberColumn<ControlDeliveryRow>(
      t,
      t("table.file.devices", { outcome: t(`deliveries.outcomes.${outcome}.title`) }),
      t("table.file.count"),
      ({ devices }) => devices[outcome],
    ),
  ),
  numberColumn(t, t("table.file.plannedSoFar"), KWH, ({ planned_kwh }) => planned_kwh),
  numberColumn(t, t("table.file.delivered"), KWH, ({ delivered_kwh }) => delivered_kwh),
];

type Ratings = NonNullable<PartialDevice["ratings"]>;
type RatingName = Ratings extends infer R ? (R extends unknown ? keyof R : never) : never;

const getRating =
  (name: RatingName) =>
  ({ ratings }: PartialDevice): number | null => {
    const value = (ratings as Partial<Record<RatingName, unknown>> | undefined)?.[name];
    return typeof value === "number" ? value : null;
  };

export const deviceColumns = (t: ExportMessages): FileColumn<PartialDevice>[] => [
  textColumn(t("common.id"), ({ id }) => id),
  textColumn(t("devices.name"), ({ name }) => name),
  textColumn(t("devices.location"), ({ address }) => address),
  textColumn(t("table.file.locationId"), ({ location_id }) => location_id),
  textColumn(t("devices.type"), ({ device_type }) => t(`devices.types.${device_type}`)),
  textColumn(t("devices.brand"), ({ brand }) => brand),
  numberColumn(t, t("devices.fields.pv_peak_kw"), "kWp", getRating("pv_peak_kw")),
  numberColumn(t, t("devices.fields.inverter_kw"), "kW", getRating("inverter_kw")),
  numberColumn(t, t("devices.fields.tilt"), "°", getRating("tilt")),
  numberColumn(t, t("devices.fields.azimuth"), "°", getRating("azimuth")),
  numberColumn(t, t("table.file.batteryCapacity"), KWH, getRating("capacity_kwh")),
  numberColumn(t, t("devices.fields.power_kw"), "kW", getRating("power_kw")),
  numberColumn(t, t("devices.fields.connection_limit_kw"), "kW", getRating("connection_limit_kw")),
  textColumn(t("devices.follows"), ({ ratings }) => {
    if (!ratings || !("controllable" in ratings)) return null;
    return ratings.controllable ? t("devices.followsYes") : t("devices.followsNo");
  }),
  ...timeColumns<PartialDevice>(t, t("devices.registered"), ({ created_at }) => created_at),
];
