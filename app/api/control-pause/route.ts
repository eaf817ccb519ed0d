import { bff } from "@/lib/portal/http/bff.ts";

export const GET = bff("getControlPause");
export const POST = bff("pauseControls");
export const DELETE = bff("resumeControls");
