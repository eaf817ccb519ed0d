"use client";

import { LogOut } from "lucide-react";
import { signOut } from "next-auth/react";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";

/** Ends the session here and on the server. */
export function SignOut() {
  const [pending, setPending] = useState(false);
  const leave = () => {
    setPending(true);
    signOut({ callbackUrl: "/sign-in" }).catch(() => setPending(false));
  };
  return (
    <Button variant="ghost" size="sm" pending={pending} onClick={leave} aria-label="Sign out">
      {!pending && <LogOut aria-hidden className="size-4" />}
      <span className="hidden sm:inline">Sign out</span>
    </Button>
  );
}
