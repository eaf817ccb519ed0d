/** The longest name of a template of a control. */
export const MAX_TEMPLATE_NAME = 60;

/** The longest that a control from a template, or a repeated one, lasts: a week, in minutes. */
export const MAX_REPEATED_MINUTES = 7 * 24 * 60;
