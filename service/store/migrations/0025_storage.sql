-- Days of locations change twice a quarter-hour: compressing them each time took a third of it.
ALTER TABLE "location_days" SET (toast_tuple_target = 4080);--> statement-breakpoint
-- Room for the next version of a row on its page, so that indexes need not change.
ALTER TABLE "live_state" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "minutes" SET (fillfactor = 50);
