/** Why a command cannot go on; the message says what is wrong and what to do. */
export class Refusal extends Error {}

/** Why a row cannot be taken; the message is the reason, in words that fit many rows. */
export class RowRefusal extends Error {}
