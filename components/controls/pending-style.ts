import { UsersRound } from "lucide-react";
import type { StateStyle } from "@/components/ui/tone.ts";

/** The one colour and icon of a request that awaits approval. */
export const pendingStyle = { tone: "warn", icon: UsersRound } as const satisfies StateStyle;
