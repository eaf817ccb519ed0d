import type {
  BatteryRatings,
  DeviceType,
  Language,
  MeterRatings,
  SolarInverterRatings,
} from "../../lib/contract/index.ts";
import { CUSTOMERS, LOCATIONS } from "./fleet-tables.ts";
import { getLoadProfile, type LoadProfile } from "../gateway/simulator/load-shapes.ts";
import { hashed, hashSeed } from "../gateway/simulator/noise.ts";

interface DemoGroup {
  key: string;
  name: string;
}

interface DemoCustomer {
  key: string;
  name: string;
  email: string;
  language: Language;
  groupKey: string;
}

interface DemoLocation {
  key: string;
  customerKey: string;
  latitude: number;
  longitude: number;
  metadata: { address: string; city: string; site: LoadProfile; demo: true };
  profile: LoadProfile;
  loadKwhPerDay: number;
}

type Ratings =
  | { deviceType: Extract<DeviceType, "SOLAR_INVERTER">; ratings: SolarInverterRatings }
  | { deviceType: Extract<DeviceType, "BATTERY">; ratings: BatteryRatings }
  | { deviceType: Extract<DeviceType, "METER">; ratings: MeterRatings };

/** `brandIndex` is an index into the configured brands, 0 to 3. */
type DemoDevice = { locationKey: string; name: string; brandIndex: number } & Ratings;

interface DemoFleet {
  groups: DemoGroup[];
  customers: DemoCustomer[];
  locations: DemoLocation[];
  devices: DemoDevice[];
}

const GROUPS: DemoGroup[] = [
  { key: "noord-holland", name: "Zon Noord-Holland" },
  { key: "brabant", name: "Brabant Opgewekt" },
  { key: "noordoost", name: "Energie Coöperatie Noordoost" },
];

/**
 * The generated fleet of a fresh installation: 3 groups, 40 customers, 60 locations, each with
 * panels and a meter and some with a battery. It is always the same; keys are unique within their
 * list.
 */
export function demoFleet(): DemoFleet {
  const sites = parseRows(LOCATIONS).map(readLocation);
  return {
    groups: GROUPS.map((group) => ({ ...group })),
    customers: parseRows(CUSTOMERS).map(readCustomer),
    locations: sites.map(({ location }) => location),
    devices: sites.flatMap(({ devices }) => devices),
  };
}

const parseRows = (table: string): string[][] =>
  table
    .trim()
    .split("\n")
    .map((row) => row.split("|").map((cell) => cell.trim()));

function readCustomer(row: string[]): DemoCustomer {
  const [key = "", name = "", language, groupKey = ""] = row;
  return {
    key,
    name,
    email: `${key}@demo.example`,
    language: language === "en-US" ? "en-US" : "nl-NL",
    groupKey,
  };
}

function readLocation(row: string[], i: number): { location: DemoLocation; devices: DemoDevice[] } {
  const [customerKey = "", city = "", latitude, longitude, street = "", site = ""] = row;
  const [kwhPerDay, roofs = "", battery = "-", limitKw] = row.slice(6);
  const key = `site-${String(i + 1).padStart(2, "0")}`;
  const profile = getLoadProfile(site);
  const location: DemoLocation = {
    key,
    customerKey,
    latitude: Number(latitude),
    longitude: Number(longitude),
    metadata: { address: `${street}, ${city}`, city, site: profile, demo: true },
    profile,
    loadKwhPerDay: Number(kwhPerDay),
  };
  const devices = [
    ...roofs.split("+").map(readRoof),
    ...(battery === "-" ? [] : [readBattery(battery, profile)]),
    meter(Number(limitKw)),
  ];
  const brandIndex = (kind: string) => Math.floor(hashed(hashSeed(`${key} ${kind}`), 0) * 4);
  return {
    location,
    devices: devices.map((device) => ({
      locationKey: key,
      brandIndex: brandIndex(device.deviceType),
      ...device,
    })),
  };
}

function readRoof(text: string, i: number, roofs: string[]): { name: string } & Ratings {
  const [peak = NaN, inverter = NaN, tilt = NaN, azimuth = NaN] = text
    .replace("!", "")
    .split("/")
    .map(Number);
  return {
    name: roofs.length === 1 ? "Omvormer dak" : `Omvormer dak ${azimuth < 180 ? "oost" : "west"}`,
    deviceType: "SOLAR_INVERTER",
    ratings: {
      pv_peak_kw: peak,
      inverter_kw: inverter,
      tilt,
      azimuth,
      controllable: !text.includes("!"),
    },
  };
}

function readBattery(text: string, profile: LoadProfile): { name: string } & Ratings {
  const [capacity = NaN, power = NaN] = text.split("/").map(Number);
  return {
    name: profile === "household" ? "Thuisbatterij" : "Bedrijfsbatterij",
    deviceType: "BATTERY",
    ratings: {
      capacity_kwh: capacity,
      power_kw: power,
      efficiency: 0.95,
      floor: 0.1,
      controllable: true,
    },
  };
}

const meter = (limitKw: number): { name: string } & Ratings => ({
  name: "Slimme meter",
  deviceType: "METER",
  ratings: { connection_limit_kw: limitKw },
});
