let accepted: string | null = null;

/** Notes that a control was accepted on this page, which its own page is to begin with. */
export function setJustIssued(id: string): void {
  accepted = id;
}

/** Whether a control was just accepted here; reading the flag clears it. */
export function takeJustIssued(id: string): boolean {
  const isIt = accepted === id;
  accepted = null;
  return isIt;
}
