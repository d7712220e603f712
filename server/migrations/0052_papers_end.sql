-- When the first of a vehicle's papers ends, so that the few that end soon are counted from an index instead of the fleet.
alter table vehicle add column papers_end_on date generated always as
  (least(insurance_expire_on, inspection_expire_on, commercial_expire_on, plate_expire_on)) stored;
create index vehicle_papers on vehicle (merchant_id, papers_end_on) include (home_store_id, current_store_id) where lifecycle = 1;
