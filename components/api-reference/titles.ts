/** An operation's name as a title: `controlBiddingZone` is "Control bidding zone". */
export function toTitle(operation: string): string {
  const spaced = operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return (spaced.charAt(0).toUpperCase() + spaced.slice(1)).replace(/\bapi\b/i, "API");
}
