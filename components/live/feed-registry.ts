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
  listeners: Set<FeedListener>;
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
export function subscribeArea(area: Area, listener: FeedListener, deps?: StreamDeps): () => void {
  const key = toKey(area);
  const shared = feeds.get(key) ?? openFeed(key, deps);
  shared.listeners.add(listener);
  return () => {
    shared.listeners.delete(listener);
    if (shared.listeners.size > 0) return;
    feeds.delete(key);
    shared.feed.close();
    changed();
  };
}

function openFeed(key: string, deps?: StreamDeps): Shared {
  const listeners = new Set<FeedListener>();
  const all = (notify: (listener: FeedListener) => void) => {
    for (const listener of listeners) notify(listener);
  };
  const feed = new LiveFeed(
    `/api/live?area=${encodeURIComponent(key)}`,
    {
      changed,
      status: (status, at) => all((listener) => listener.status(status, at)),
      unchanged: (at) => all((listener) => listener.unchanged(at)),
      controls: () => all((listener) => listener.controls()),
    },
    deps,
  );
  const shared = { feed, listeners };
  feeds.set(key, shared);
  feed.open();
  return shared;
}
