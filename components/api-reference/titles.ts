/** An operation's name as a title: `controlBiddingZone` is "Control bidding zone". */
export function toTitle(operation: string): string {
  const words = operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\bapi\b/i, "API");
}
