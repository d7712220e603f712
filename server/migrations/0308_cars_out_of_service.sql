-- Cars that are kept and not in service: the few that a count of what is on rent leaves out.
create index vehicle_off on vehicle (merchant_id, id) include (home_store_id, current_store_id) where lifecycle in (0, 2);
