const PRESENT_MS = 60_000;
let touchedAt = Number.NEGATIVE_INFINITY;

const touched = () => {
  touchedAt = performance.now();
};
for (const kind of ["pointerdown", "keydown", "wheel"] as const) {
  globalThis.document?.addEventListener(kind, touched, { capture: true, passive: true });
}

/** Says to the portal that somebody touched the page within the last minute, where that is so. */
export const personHeader = (): Record<string, string> =>
  performance.now() - touchedAt < PRESENT_MS ? { "x-person": "1" } : {};
