import type { Formats } from "@/lib/i18n/format.ts";
import { markHidden } from "@/lib/contract/hidden-characters.ts";

interface NamedLocation {
  latitude: number;
  longitude: number;
  metadata: Record<string, unknown>;
}

const winds = {
  en: { north: "N", south: "S", east: "E", west: "W" },
  nl: { north: "NB", south: "ZB", east: "OL", west: "WL" },
} as const satisfies Record<Formats["locale"], Record<string, string>>;

/** `52.0907° N · 5.1214° E`. */
export function coordinates({ latitude, longitude }: NamedLocation, f: Formats): string {
  const { north, south, east, west } = winds[f.locale];
  const degrees = (value: number, positive: string, negative: string) =>
    `${f.number(Math.abs(value), { decimals: 4 })}° ${value < 0 ? negative : positive}`;
  return [degrees(latitude, north, south), degrees(longitude, east, west)].join(" · ");
}

const isName = (address: unknown): address is string =>
  typeof address === "string" && address.trim() !== "";

/** The display name of a location: the address in its metadata, else its coordinates. */
export function getLocationName(location: NamedLocation, f: Formats): string {
  const { address } = location.metadata;
  return isName(address) ? markHidden(address) : coordinates(location, f);
}

/** The metadata as keys and texts, without an address that is already the display name. */
export function describeMetadata(metadata: Record<string, unknown>): [key: string, text: string][] {
  return Object.entries(metadata)
    .filter(([key, value]) => key !== "address" || !isName(value))
    .map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)])
    .map(([key, text]) => [markHidden(key!), markHidden(text!)]);
}
