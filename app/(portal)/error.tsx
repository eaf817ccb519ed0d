"use client";

import { useRouter } from "next/navigation";
import { startTransition } from "react";
import { ErrorContent } from "@/components/layout/error-content.tsx";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const router = useRouter();
  const retry = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  return <ErrorContent digest={error.digest} retry={retry} />;
}
