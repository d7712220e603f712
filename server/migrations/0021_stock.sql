-- A stop of one vehicle takes it as an occupancy of kind 4 whose ref_id is this row, which says why and by whom.
alter table stop_sale add column vehicle_id bigint;
alter table stop_sale add foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id);
comment on column stop_sale.vehicle_id is 'Null: so many vehicles of the pool. Else this one, by its occupancy of kind 4';

-- Cars that are out take their pool's stock however long ago they were due.
create index occupancy_out on occupancy (merchant_id, store_id, model_id) where on_rent and active;
