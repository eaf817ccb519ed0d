"use client";

import { CloudOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { request } from "@/components/api/request.ts";
import { setUnavailableSince } from "@/components/api/service-availability.ts";
import { useFormats } from "@/components/ui/use-formats.ts";

const POLL_MS = 3_000;

interface ServiceState {
  unavailable_since: string | null;
}

/** Says that the service is away, looks whether it still is, and has the page read again once not. */
export function OutageBanner({ since }: { since: string }) {
  const t = useTranslations("offline");
  const f = useFormats();
  const { refresh } = useRouter();
  useEffect(() => {
    const timer = setInterval(async () => {
      const call = { method: "GET", url: "/api/service" };
      const state = await request<ServiceState>(call).catch(() => null);
      if (state?.data.unavailable_since !== null) return;
      setUnavailableSince(null);
      refresh();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [refresh]);
  return (
    <p className="flex items-center gap-2 border-b border-warn bg-raised px-4 py-2 text-sm text-warn sm:px-6">
      <CloudOff aria-hidden className="size-4 shrink-0" />
      {t("serviceUnavailable", { time: f.seconds(Date.parse(since)) })}
    </p>
  );
}
