/** An instant as the contract's timestamp, epoch milliseconds, or a Date. */
export type Moment = string | number | Date;

/** A timestamp of the contract without an offset is UTC. */
export function toDate(moment: Moment): Date {
  if (typeof moment !== "string") return new Date(moment);
  return new Date(/(Z|[+-]\d{2}:?\d{2})$/i.test(moment) ? moment : `${moment}Z`);
}

/** Epoch milliseconds of an instant; a timestamp without an offset is UTC. */
export const toMillis = (moment: Moment): number => toDate(moment).getTime();
