export { handleBackChannelLogout as POST } from "@/lib/portal/http/back-channel-logout.ts";
