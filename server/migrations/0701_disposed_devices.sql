-- A car that is disposed of has no device any more, and its device is free for another.
create function frees_devices() returns trigger language plpgsql as $$
begin
  update device_stay s set to_at = app_now() from device d
   where d.merchant_id = new.merchant_id and d.vehicle_id = new.id
     and s.merchant_id = d.merchant_id and s.device_id = d.id and s.to_at is null;
  update device set vehicle_id = null, bound_at = null, cut_at = null, version = version + 1, updated_at = app_now()
   where merchant_id = new.merchant_id and vehicle_id = new.id;
  return null;
end $$;
create trigger frees_devices after update of lifecycle on vehicle for each row
  when (new.lifecycle = {lifecycle.disposed} and old.lifecycle <> {lifecycle.disposed}) execute function frees_devices();
