import type { Metadata } from "next";
import { NothingHere } from "@/components/shell/nothing-here.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFoundPage() {
  return (
    <main className="p-6">
      <NothingHere />
    </main>
  );
}
