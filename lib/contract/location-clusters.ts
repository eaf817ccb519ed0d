import { z } from "zod";
import { id, listSchema, queryInteger, queryNumber } from "./schema-types.ts";

/** Locations close to each other, as one marker on a map. */
const locationCluster = z
  .object({
    latitude: z.number().meta({ description: "Mean of its locations, degrees north" }),
    longitude: z.number().meta({ description: "Mean of its locations, degrees east" }),
    locations: z.number().int().meta({ description: "How many they are, 1 or more" }),
    responding: z.number().int().meta({
      description: "Of these, reporting and with devices that confirm a control this minute",
    }),
    silent: z
      .number()
      .int()
      .meta({ description: "Of these, with earlier data but none in the last five minutes" }),
    never_reported: z.number().int().meta({
      description:
        "Of these, without any data ever. Each location counts once: the rest are reporting without a control",
    }),
    location_id: id.nullable().meta({ description: "Where it is one location; else null" }),
    label: z
      .string()
      .nullable()
      .meta({ description: "Address of the one location, or its customer's name; else null" }),
  })
  .meta({ id: "LocationCluster" });
export type LocationCluster = z.infer<typeof locationCluster>;

export const locationClusterList = listSchema(locationCluster).meta({ id: "LocationClusterList" });

const latitude = (fallback: number) => queryNumber(-90, 90, fallback);
const longitude = (fallback: number) => queryNumber(-180, 180, fallback);

export const locationClustersQuery = z.object({
  west: longitude(3.2).meta({ description: "Western edge of the box, degrees east" }),
  south: latitude(50.7).meta({ description: "Southern edge of the box, degrees north" }),
  east: longitude(7.3).meta({ description: "Eastern edge, east of `west`" }),
  north: latitude(53.6).meta({ description: "Northern edge, north of `south`" }),
  columns: queryInteger(1, 64, 24).meta({
    description: "Cells from west to east, 1 to 64; as tall on the ground as they are wide",
  }),
  group_id: id.optional(),
});
