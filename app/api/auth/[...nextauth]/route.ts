export {
  handleAuth as DELETE,
  handleAuth as GET,
  handleAuth as PATCH,
  handleAuth as POST,
  handleAuth as PUT,
} from "@/lib/portal/http/auth-route.ts";
