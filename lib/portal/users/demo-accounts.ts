/** The demo account of staff that the start prints. */
export const DEMO_STAFF = "staff@demo.example";
/** The demo account of a customer that the start prints. */
export const DEMO_CUSTOMER = "customer@demo.example";
