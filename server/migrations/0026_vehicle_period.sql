-- A new vehicle has no period that would have to end first: an import of thousands asked for each whether it had one,
-- by a plan made while the table was small.
create or replace function keep_vehicle_period() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update vehicle_period set to_at = app_now()
     where merchant_id = new.merchant_id and vehicle_id = new.id and to_at is null;
  end if;
  insert into vehicle_period (merchant_id, vehicle_id, home_store_id, model_id, lifecycle)
  values (new.merchant_id, new.id, new.home_store_id, new.model_id, new.lifecycle);
  return null;
end $$;
