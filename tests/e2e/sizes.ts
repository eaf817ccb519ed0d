/** The tested screens: a phone in portrait, and a desktop. */
export const PHONE = { width: 375, height: 740 };
export const DESK = { width: 1440, height: 900 };

export type Size = typeof PHONE;
