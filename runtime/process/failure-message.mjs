const FULL = new Set(["ENOSPC", "EDQUOT", "53100"]);
const FULL_TEXT = /No space left on device|Disk quota exceeded/i;

function causes(error) {
  const all = [];
  for (let one = error; one instanceof Error && !all.includes(one); one = one.cause) all.push(one);
  return all;
}

/**
 * The message of a failure with those of its causes that it does not contain. A full disk is named
 * with `folder`, in which the failed work wrote.
 */
export function failureMessage(error, folder) {
  const all = causes(error);
  if (all.length === 0) return String(error);
  const lines = [];
  for (const { message } of all)
    if (message && !lines.some((line) => line.includes(message))) lines.push(message);
  const isFull = all.some(({ code, message }) => FULL.has(code) || FULL_TEXT.test(message));
  if (isFull && folder)
    lines.unshift(
      `${folder} is on a disk that is full. Make room there, or set DATA_DIR to a folder on another disk.`,
    );
  return lines.join("\n");
}
