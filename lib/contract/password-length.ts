/** Shortest password that can be chosen. */
export const PASSWORD_LENGTH = 12;
