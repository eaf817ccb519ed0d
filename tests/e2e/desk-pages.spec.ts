import { checkEveryPage } from "./every-page.ts";
import { checkDeskPage } from "./load-page.ts";

checkEveryPage("in order on a desk, with what opens on it", checkDeskPage);
