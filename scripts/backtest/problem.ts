/** Why a file or a column cannot be scored; the message names it and says what would be right. */
export class BacktestError extends Error {}
