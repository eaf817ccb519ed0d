const clock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Amsterdam",
  hour: "2-digit",
  minute: "2-digit",
});

/** When something begins, as Amsterdam's clock shows it. */
export const starting = (moment: string): string => clock.format(new Date(moment));

/** When something ends, as Amsterdam's clock shows it: midnight is the end of its day. */
export const ending = (moment: string): string => starting(moment).replace("00:00", "24:00");

/** A time as a page shows it: in the repeated hour with summer or winter time. */
export const TIME = String.raw`\d\d:\d\d( CES?T)?`;
