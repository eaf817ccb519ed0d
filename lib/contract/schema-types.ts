import { z } from "zod";
import { MAX_PAGE_SIZE } from "./page-size.ts";
import { biddingZones } from "./bidding-zones.ts";
import { hasHiddenCharacters, HIDDEN_CHARACTERS } from "./hidden-characters.ts";

/** Opaque identifier: any string. Clients must not derive meaning from it. */
export const id = z.string().min(1).max(200);

const toTheSecond = z.iso.datetime({ offset: true, local: true });
const toTheMinute = z.iso.datetime({ offset: true, local: true, precision: -1 });

/** ISO 8601 date-time. Responses carry an offset (`Z`); one without an offset is read as UTC. */
export const instant = z
  .string()
  .refine(
    (text) => toTheSecond.safeParse(text).success || toTheMinute.safeParse(text).success,
    "must be an ISO 8601 date-time, such as 2026-05-01T12:00:00Z",
  )
  .meta({ format: "date-time", description: "ISO 8601 date-time; without an offset it is UTC" });

const DECIMAL = /^-?\d{1,15}(\.\d{1,20})?$/;

/** An optional moment in a request; absent, `null` and `""` mean "not given". */
export const optionalInstant = z
  .union([z.literal(""), instant])
  .nullable()
  .optional()
  .meta({ description: "ISO 8601 date-time; absent, null or empty means not given" });

/** An optional moment in a query, where `null` is text. */
export const queryInstant = z.preprocess(
  (value) => (value === "null" ? "" : value),
  z.union([z.literal(""), instant]).optional(),
);

/** A display name: one line, trimmed, not empty, at most 200 characters. */
export const name = z
  .string()
  .max(200)
  .refine((text) => text.trim() !== "", "must not be empty")
  .refine((text) => !hasHiddenCharacters(text), HIDDEN_CHARACTERS);

/** Power in kW as net injection at the connection point, production positive. */
export const injectionKw = (what: string) =>
  z.number().meta({
    description: `${what}, in kW, averaged over the interval; net injection at the connection point, production positive`,
  });

/** A whole number in a query string, with its bounds and default. */
export const queryInteger = (minimum: number, maximum: number, fallback: number) =>
  z
    .preprocess(
      (value) => (typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
      z
        .number("must be a whole number")
        .refine(Number.isInteger, "must be a whole number")
        .min(minimum, `must be ${minimum} or more`)
        .max(maximum, `must be ${maximum} or less`)
        .meta({ type: "integer" }),
    )
    .default(fallback);

/** A number in a query string, with its bounds and default. */
export const queryNumber = (minimum: number, maximum: number, fallback: number) =>
  z
    .preprocess(
      (value) => (typeof value === "string" && DECIMAL.test(value) ? Number(value) : value),
      z
        .number("must be a number")
        .min(minimum, `must be ${minimum} or more`)
        .max(maximum, `must be ${maximum} or less`),
    )
    .default(fallback);

/** Page number from 0 and items per page, 1 to 100, as `GET /v1/controls` documents them. */
export const paging = {
  page: queryInteger(0, 2_147_483_647, 0).meta({ description: "Page number to return, from 0" }),
  page_size: queryInteger(1, MAX_PAGE_SIZE, 10).meta({
    description: `Items per page, 1 to ${MAX_PAGE_SIZE}`,
  }),
};

/** Free-text search over names and ids. */
export const search = z
  .string()
  .max(200)
  .optional()
  .meta({ description: "Keeps what contains this text, ignoring case" });

/** A sort order: a field, or a minus and a field for descending. */
export const sortBy = <const F extends readonly [string, ...string[]]>(
  fields: F,
  fallback: F[number] | `-${F[number]}`,
) =>
  z
    .enum(fields.flatMap((field) => [field, `-${field}`]) as [string, ...string[]])
    .default(fallback)
    .meta({ description: "Field to sort by; a leading minus sorts descending" });

/** The body of every list. */
export const listSchema = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item) });

/** The existing bidding zones. */
export const biddingZone = z
  .enum(biddingZones)
  .meta({ id: "BiddingZone", description: "Bidding zone of the electricity market" });
export type BiddingZone = z.infer<typeof biddingZone>;
