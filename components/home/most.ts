/** As many of the latest controls as a customer's start reads. */
export const OWN_CONTROLS = 50;
