"use client";

import { useRef, useState } from "react";
import useSWR from "swr";
import { request, type Fetched, type ProblemError } from "@/components/api/request.ts";
import type { Problem } from "@/lib/contract/problem.ts";

/** Items that came in pieces, and how the reading stands. */
export interface ChunkedResult<T> {
  /** Of all pieces, oldest first; of the last range of the same while a new one is on its way. */
  items: T[] | undefined;
  at: number | null;
  problem: Problem | null;
  isLoading: boolean;
  isStale: boolean;
  /** How many pieces came, while a range of several is on its way. */
  progress: { done: number; total: number } | null;
  retry: () => void;
}

interface Chunk {
  url: string;
  /** Over for so long that it is not read again by itself. */
  isSettled: boolean;
}

type Answer<T> = { data: T[] };

/** A list, and the address it is of whatever its range. */
interface ChunkData<T> {
  source: string;
  list: T[];
}

const getSource = (pieces: readonly Chunk[]) => pieces[0]?.url.split("?")[0] ?? "";

/**
 * Reads lists that belong together one after the other, so that a long range keeps neither the
 * page nor the service busy; pieces that are settled are read once.
 */
export function useChunkedQuery<T>(pieces: readonly Chunk[], every: number): ChunkedResult<T> {
  const settled = useRef(new Map<string, T[]>());
  const [done, setDone] = useState(0);
  const total = pieces.length;
  const source = getSource(pieces);

  async function load(): Promise<Fetched<ChunkData<T>>> {
    const came: T[][] = [];
    if (total > 1) setDone(0);
    for (const { url, isSettled } of pieces) {
      const known = settled.current.get(url);
      const list = known ?? (await request<Answer<T>>({ method: "GET", url })).data.data;
      if (isSettled) settled.current.set(url, list);
      came.push(list);
      if (total > 1) setDone(came.length);
    }
    return { data: { source, list: came.flat() }, total: null, at: Date.now() };
  }

  const { data, error, isLoading, mutate } = useSWR<Fetched<ChunkData<T>>, ProblemError>(
    `pieces ${pieces.map(({ url }) => url).join(" ")}`,
    load,
    {
      refreshInterval: every,
      keepPreviousData: true,
      shouldRetryOnError: ({ problem }) => problem.status < 400 || problem.status >= 500,
    },
  );
  const known = data?.data.source === source ? data : undefined;
  return {
    items: known?.data.list,
    at: known?.at ?? null,
    problem: error?.problem ?? null,
    isLoading,
    isStale: known !== undefined && error !== undefined,
    progress: isLoading && total > 1 ? { done: Math.min(done, total), total } : null,
    retry: () => void mutate(),
  };
}
