-- 低电量: the few cars that an order gets within some hours, whose main device tells less charge than is asked for. A definer's function, because
-- the policies of devices would ask of each of these cars whether the caller sees it; callers filter the few that are left by the policy of cars.
create index device_live_charge on device_live (merchant_id, charge_pct, device_id) where charge_pct is not null;
create index device_car on device (merchant_id, vehicle_id, role, id) where vehicle_id is not null;
create function cars_leaving_low(hours int, charge int) returns setof bigint
  language sql stable security definer set search_path = public as $$
  with main as materialized (
    select d.id, d.vehicle_id from device d
     where d.merchant_id = (select merchant()) and d.role = {deviceRole.main}
       and exists (select from charge_profile p where p.merchant_id = (select merchant()))
       and d.vehicle_id = any (array(select o.vehicle_id from occupancy o
         where o.merchant_id = (select merchant()) and o.active and o.vehicle_id is not null and o.kind = {occupancyKind.order}
           and o.order_status = {orderStatus.submitted} and o.to_at > (select app_now())
           and o.from_at <= (select app_now()) + make_interval(hours => cars_leaving_low.hours))))
  select m.vehicle_id from main m where m.id = any (array(select l.device_id from device_live l
    where l.merchant_id = (select merchant()) and l.charge_pct < cars_leaving_low.charge))
$$;
alter function cars_leaving_low(int, int) owner to definer;
revoke all on function cars_leaving_low(int, int) from public;
grant execute on function cars_leaving_low(int, int) to tenant;
