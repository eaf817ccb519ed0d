import { NothingHere } from "@/components/layout/not-found-content.tsx";

export default function NotFoundPage() {
  return <NothingHere />;
}
