import type { LiveStatus } from "@/lib/contract/historical.ts";
import type { Area } from "@/lib/contract/areas.ts";
import { LiveFeed, type StreamDeps, type LiveState } from "./event-stream.ts";

/** Receives the events of a feed. */
interface FeedListener {
  status(status: LiveStatus, at: number): void;
  unchanged(at: number): void;
  controls(): void;
}

interface Shared {
  feed: LiveFeed;
  hearers: Set<FeedListener>;
}

const feeds = new Map<string, Shared>();
const watchers = new Set<() => void>();
const changed = () => {
  for (const watcher of watchers) watcher();
};

const toKey = ({ kind, id }: Area) => `${kind}:${id}`;

/** Calls when the state of any feed changed; answers how to stop that. */
export function watchFeeds(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The state of an area's feed; null without a subscriber on this page. */
export const feedState = (area: Area | null): LiveState | null =>
  (area && feeds.get(toKey(area))?.feed.state) ?? null;

/** Reopens the stream of an area immediately. */
export const reopen = (area: Area): void => feeds.get(toKey(area))?.feed.open();

/** Follows an area while it is looked at; one stream for all on this page who do. */
export function subscribeArea(area: Area, hearer: FeedListener, ground?: StreamDeps): () => void {
  const key = toKey(area);
  const shared = feeds.get(key) ?? openFeed(key, ground);
  shared.hearers.add(hearer);
  return () => {
    shared.hearers.delete(hearer);
    if (shared.hearers.size > 0) return;
    feeds.delete(key);
    shared.feed.close();
    changed();
  };
}

function openFeed(key: string, ground?: StreamDeps): Shared {
  const hearers = new Set<FeedListener>();
  const all = (tell: (hearer: FeedListener) => void) => {
    for (const hearer of hearers) tell(hearer);
  };
  const feed = new LiveFeed(
    `/api/live?area=${encodeURIComponent(key)}`,
    {
      changed,
      status: (status, at) => all((hearer) => hearer.status(status, at)),
      unchanged: (at) => all((hearer) => hearer.unchanged(at)),
      controls: () => all((hearer) => hearer.controls()),
    },
    ground,
  );
  const shared = { feed, hearers };
  feeds.set(key, shared);
  feed.open();
  return shared;
}
