"use client";

import { ErrorContent } from "@/components/layout/error-content.tsx";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <main className="p-6">
      <ErrorContent digest={error.digest} retry={reset} />
    </main>
  );
}
