import { MINUTE_MS } from "../../../lib/time/amsterdam.ts";
import type { Setpoint } from "../gateway.ts";
import { NORMAL, type Instruction } from "./site-operation.ts";

interface Heard {
  fromMinute: number;
  setpoint: Setpoint;
}

/** What a plant has been told and when; the newest setpoint replaces the one before. */
export class Instructions {
  private heard: Heard[] = [];

  /** Follows this setpoint from the minute that starts `fromMinute` minutes after 1970. */
  hear(setpoint: Setpoint, fromMinute: number): void {
    this.heard.push({ fromMinute, setpoint });
  }

  /** What holds in this minute; minutes are asked for in order. */
  at(minute: number): Instruction {
    if (this.heard.length === 0) return NORMAL;
    const newest = this.heard.findLastIndex(({ fromMinute }) => fromMinute <= minute);
    if (newest < 0) return NORMAL;
    if (newest > 0) this.heard.splice(0, newest);
    const { type, limitKw, validUntilMs } = this.heard[0]!.setpoint;
    if (type === "RELEASE" || minute * MINUTE_MS >= validUntilMs) return NORMAL;
    return { mode: type, limitKw };
  }
}
