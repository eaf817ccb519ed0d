import account from "./account.json";
import alerts from "./alerts.json";
import apiKeys from "./apiKeys.json";
import audit from "./audit.json";
import charts from "./charts.json";
import common from "./common.json";
import controls from "./controls.json";
import customerHome from "./customerHome.json";
import customers from "./customers.json";
import deliveries from "./deliveries.json";
import devices from "./devices.json";
import docs from "./docs.json";
import groups from "./groups.json";
import layout from "./layout.json";
import locations from "./locations.json";
import map from "./map.json";
import notices from "./notices.json";
import offline from "./offline.json";
import overview from "./overview.json";
import prices from "./prices.json";
import problems from "./problems.json";
import preferences from "./preferences.json";
import rules from "./rules.json";
import savedViews from "./savedViews.json";
import setup from "./setup.json";
import signIn from "./signIn.json";
import statements from "./statements.json";
import status from "./status.json";
import table from "./table.json";
import terms from "./terms.json";
import users from "./users.json";
import value from "./value.json";
import webhooks from "./webhooks.json";

export default {
  account,
  alerts,
  apiKeys,
  audit,
  charts,
  common,
  controls,
  customerHome,
  customers,
  deliveries,
  devices,
  docs,
  groups,
  layout,
  locations,
  map,
  notices,
  offline,
  overview,
  prices,
  problems,
  preferences,
  rules,
  savedViews,
  setup,
  signIn,
  statements,
  status,
  table,
  terms,
  users,
  value,
  webhooks,
};
