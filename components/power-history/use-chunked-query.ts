"use client";

import { useRef, useState } from "react";
import { request, toFetched, type Fetched } from "@/components/api/request.ts";
import { useReading } from "@/components/api/use-operation.ts";
import type { Problem } from "@/lib/contract/problem.ts";

/** Items of a range that is read in chunks, and the state of reading it. */
export interface ChunkedResult<T> {
  /** Of all chunks, oldest first; of the previous range of the same source while a new one is loading. */
  items: T[] | undefined;
  at: number | null;
  problem: Problem | null;
  isLoading: boolean;
  isStale: boolean;
  /** How many chunks were received, while a range of several is loading. */
  progress: { done: number; total: number } | null;
  retry: () => void;
}

interface Chunk {
  url: string;
  /** So old that it does not change any more: it is read once. */
  isSettled: boolean;
}

type Answer<T> = { data: T[] };

/** A list, and its URL without the range. */
interface ChunkData<T> {
  source: string;
  list: T[];
}

const getSource = (chunks: readonly Chunk[]) => chunks[0]?.url.split("?")[0] ?? "";

/**
 * Reads lists that belong together one after the other, so that a long range keeps neither the page nor
 * the service busy; settled chunks are read once.
 */
export function useChunkedQuery<T>(chunks: readonly Chunk[], every: number): ChunkedResult<T> {
  const settled = useRef(new Map<string, T[]>());
  const [done, setDone] = useState(0);
  const total = chunks.length;
  const source = getSource(chunks);

  async function load(): Promise<Fetched<ChunkData<T>>> {
    const lists: T[][] = [];
    if (total > 1) setDone(0);
    for (const { url, isSettled } of chunks) {
      const cached = settled.current.get(url);
      const list = cached ?? (await request<Answer<T>>({ method: "GET", url })).data.data;
      if (isSettled) settled.current.set(url, list);
      lists.push(list);
      if (total > 1) setDone(lists.length);
    }
    return toFetched({ source, list: lists.flat() });
  }

  const key = `chunks ${chunks.map(({ url }) => url).join(" ")}`;
  const reading = useReading(key, load, { refreshInterval: every, keepPreviousData: true });
  const { data, at, problem, isLoading, isStale, mutate } = reading;
  const isSameSource = data?.source === source;
  return {
    items: isSameSource ? data.list : undefined,
    at: isSameSource ? at : null,
    problem,
    isLoading,
    isStale: isSameSource && isStale,
    progress: isLoading && total > 1 ? { done: Math.min(done, total), total } : null,
    retry: mutate,
  };
}
