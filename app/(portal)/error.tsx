"use client";

import { useRouter } from "next/navigation";
import { startTransition } from "react";
import { PageFailure } from "@/components/layout/error-content.tsx";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const router = useRouter();
  const askAgain = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  return <PageFailure digest={error.digest} retry={askAgain} />;
}
