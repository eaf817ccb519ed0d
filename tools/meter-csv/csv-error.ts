/** Why a command stops; the message names the fault and the remedy. */
export class Refusal extends Error {}

/** Why a row cannot be taken; the message is the reason, in words that fit many rows. */
export class RowRefusal extends Error {}
