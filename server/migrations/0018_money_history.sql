-- The shifts of a page, cash of no shift, and the arrivals of a store are found by an index: without one, each page read
-- everything that was ever taken to a bank.
create index cash_hand_in_shift on cash_hand_in (merchant_id, shift_id, id);
create index arrival_store on arrival (merchant_id, store_id, id);
