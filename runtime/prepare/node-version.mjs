const MINIMUM = [20, 19];

/** A message if this Node is too old for Curtail, else undefined. */
export function nodeRefusal(version) {
  const [major, minor] = version.split(".").map(Number);
  const enough = major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1]);
  if (enough) return undefined;
  return `Curtail needs Node ${MINIMUM.join(".")} or later; this is ${version}. See https://nodejs.org.`;
}
