/** The charts in one piece: a page with several of them fetches what they share once. */
export { ControlChart } from "./control-chart.tsx";
export { DeliveryChart } from "./delivery-chart.tsx";
export { HistoryChart } from "../../power-history/history-chart.tsx";
