import { PortalError } from "../context/errors.ts";
import { portalMetrics } from "../context/metrics.ts";

/** Browsers open six connections to a host over HTTP/1.1: two are left for everything else. */
const MOST_PER_SESSION = 4;

/** The open streams of each session. */
export class LivePlaces {
  private readonly taken = new Map<string, number>();

  /** Takes one; answers how to give it up. @throws PortalError 429 when all are taken */
  take(sessionId: string, requestId: string): () => void {
    const count = this.taken.get(sessionId) ?? 0;
    if (count >= MOST_PER_SESSION) {
      const words = "Close another page with a live connection.";
      throw new PortalError("too-many-requests", words, requestId, { retryAfter: 30 });
    }
    this.taken.set(sessionId, count + 1);
    portalMetrics().streams(1);
    return () => {
      portalMetrics().streams(-1);
      const left = (this.taken.get(sessionId) ?? 1) - 1;
      if (left > 0) this.taken.set(sessionId, left);
      else this.taken.delete(sessionId);
    };
  }
}
