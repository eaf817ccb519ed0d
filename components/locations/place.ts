import { formatNumber } from "@/components/format-english.ts";

interface Place {
  latitude: number;
  longitude: number;
  metadata: Record<string, unknown>;
}

const hemisphere = (degrees: number, positive: string, negative: string) =>
  `${formatNumber(Math.abs(degrees), { decimals: 4 })}° ${degrees < 0 ? negative : positive}`;

/** `52.0907° N, 5.1214° E`. */
export const coordinates = ({ latitude, longitude }: Place): string =>
  `${hemisphere(latitude, "N", "S")}, ${hemisphere(longitude, "E", "W")}`;

/** What people call a location: its address where the metadata holds one, else its coordinates. */
export function placeName(place: Place): string {
  const { address } = place.metadata;
  return typeof address === "string" && address.trim() !== "" ? address : coordinates(place);
}

/** The metadata as labels and texts, without the address that already names the location. */
export function describeMetadata(metadata: Record<string, unknown>): [key: string, text: string][] {
  return Object.entries(metadata)
    .filter(([key]) => key !== "address")
    .map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]);
}
