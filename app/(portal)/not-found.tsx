import { NotFoundContent } from "@/components/layout/not-found-content.tsx";

export default function NotFoundPage() {
  return <NotFoundContent />;
}
