-- Lists of the whole fleet that are sorted by figures read where each vehicle is and what it is called from an index, not from its row.
create index vehicle_fleet on vehicle (merchant_id, id) include (home_store_id, current_store_id, model_id, ownership, plate, lifecycle);
