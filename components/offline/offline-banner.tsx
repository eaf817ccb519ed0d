"use client";

import { WifiOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";

function subscribe(changed: () => void) {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}

const isOnline = () => navigator.onLine;
const onTheServer = () => true;

/** Says that the device has lost its connection, for as long as it has; it covers nothing. */
export function OfflineBanner() {
  const t = useTranslations("offline");
  const online = useSyncExternalStore(subscribe, isOnline, onTheServer);
  return (
    <div role="status" className="sticky top-0 z-30">
      {!online && (
        <p className="flex items-center gap-2 border-b border-warn bg-raised px-4 py-2 text-sm text-warn sm:px-6">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {t("banner")}
        </p>
      )}
    </div>
  );
}
