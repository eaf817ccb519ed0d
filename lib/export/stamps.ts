/** Made when it is first needed: a page that tells UTC alone needs none. */
let localFormat: Intl.DateTimeFormat | undefined;

/** A moment (milliseconds since 1970) on Amsterdam's clock: `2026-11-21 13:45:00`. */
export function localStamp(at: number): string {
  localFormat ??= new Intl.DateTimeFormat("sv-SE", {
    timeZone: "Europe/Amsterdam",
    dateStyle: "short",
    timeStyle: "medium",
  });
  return localFormat.format(at);
}

/** The same moment in UTC, in the same form: it tells the hour apart that comes twice in October. */
export const utcStamp = (at: number): string =>
  new Date(at).toISOString().slice(0, 19).replace("T", " ");
