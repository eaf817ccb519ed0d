/** The screens pages are looked at on: a phone held upright, and a desk. */
export const PHONE = { width: 375, height: 740 };
export const DESK = { width: 1440, height: 900 };

export type Size = typeof PHONE;
