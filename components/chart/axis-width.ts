/** Minimum width of the axis of values, in pixels, so that charts below each other line up. */
export const AXIS_WIDTH = 54;
