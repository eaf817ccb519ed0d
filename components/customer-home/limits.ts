/** As many of the latest controls as a customer's start reads. */
export const OWN_CONTROLS = 50;
/** As many of a kind as a customer's start tells of. */
export const TOLD_CONTROLS = 3;
