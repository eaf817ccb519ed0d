/** The e-mail addresses of the demo accounts: staff of each level, and a customer. */
export const DEMO_STAFF = "staff@demo.example";
export const DEMO_OPERATOR = "operator@demo.example";
export const DEMO_VIEWER = "viewer@demo.example";
export const DEMO_CUSTOMER = "customer@demo.example";
