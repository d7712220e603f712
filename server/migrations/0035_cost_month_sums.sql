-- The list of cars reads one row of each car for each month, and these were written car by car: each row was a page of its own. This
-- index holds the sums, so that the rows of a month are read from neighbouring pages.
create index vehicle_cost_month_sums on vehicle_cost_month (merchant_id, month, vehicle_id) include (running_fen, depreciation_fen, owner_fen);
