import { Keepalive, KEEPALIVE_MS } from "../store/keepalive.ts";
import { Turns } from "./turns.ts";

/** Turns that keep the transaction. */
export class TransactionTurns extends Turns {
  private readonly keepalive: Keepalive;

  constructor(ping: () => Promise<unknown>) {
    super();
    this.keepalive = new Keepalive(ping, KEEPALIVE_MS);
  }

  override async next(): Promise<void> {
    await super.next();
    await this.keepalive.send();
  }
}
