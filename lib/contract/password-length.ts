/** Minimum length of a new password. */
export const PASSWORD_LENGTH = 12;
