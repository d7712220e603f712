-- What is to be done for a car is done by the store that it belongs to: its open tickets of maintenance and inspection and the stops of its
-- sale follow it to its next store, whatever moves it there. A relocation has both of its stores.
grant update (store_id, updated_at) on ticket to definer;
grant update (store_id, model_id) on stop_sale to definer;
grant update (store_id, return_store_id) on pending_work to definer;
create function car_work_follows_home() returns trigger language plpgsql security definer set search_path = public as $$
begin
  with followed as (update ticket t set store_id = new.home_store_id, updated_at = app_now()
   where t.merchant_id = new.merchant_id and t.vehicle_id = new.id and t.store_id <> new.home_store_id
     and (t.kind = {ticketKind.maintenance} and t.status in ({maintenanceStatus.waiting}, {maintenanceStatus.repairing}, {maintenanceStatus.checking})
       or t.kind = {ticketKind.yearly} and t.status in ({yearlyStatus.waiting}, {yearlyStatus.running}, {yearlyStatus.again}))
   returning t.id)
  update pending_work p set store_id = new.home_store_id, return_store_id = new.home_store_id from followed
   where p.merchant_id = new.merchant_id and p.subject = 'ticket' and p.subject_id = followed.id;
  update stop_sale s set store_id = new.home_store_id, model_id = new.model_id
   where s.merchant_id = new.merchant_id and s.vehicle_id = new.id and s.removed_at is null and s.to_at > app_now()
     and (s.store_id, s.model_id) <> (new.home_store_id, new.model_id);
  return null;
end $$;
alter function car_work_follows_home() owner to definer;
revoke all on function car_work_follows_home() from public;
create trigger work_follows_home after update of home_store_id, model_id on vehicle for each row
  when ((old.home_store_id, old.model_id) is distinct from (new.home_store_id, new.model_id)) execute function car_work_follows_home();

-- Those that were left behind.
update ticket t set store_id = v.home_store_id from vehicle v
 where v.merchant_id = t.merchant_id and v.id = t.vehicle_id and t.store_id <> v.home_store_id
   and (t.kind = {ticketKind.maintenance} and t.status in ({maintenanceStatus.waiting}, {maintenanceStatus.repairing}, {maintenanceStatus.checking})
     or t.kind = {ticketKind.yearly} and t.status in ({yearlyStatus.waiting}, {yearlyStatus.running}, {yearlyStatus.again}));
update stop_sale s set store_id = v.home_store_id, model_id = v.model_id from vehicle v
 where v.merchant_id = s.merchant_id and v.id = s.vehicle_id and s.removed_at is null and s.to_at > app_now()
   and (s.store_id, s.model_id) <> (v.home_store_id, v.model_id);
update pending_work p set store_id = t.store_id, return_store_id = t.store_id from ticket t
 where t.merchant_id = p.merchant_id and t.id = p.subject_id and p.subject = 'ticket' and t.kind <> {ticketKind.relocation} and p.store_id <> t.store_id;
