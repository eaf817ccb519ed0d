/** An error that stops a command; the message names the fault and the remedy. */
export class Refusal extends Error {}

/** An error that rejects a row; the message is the reason, in a form that fits many rows. */
export class RowRefusal extends Error {}
