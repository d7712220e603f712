-- A ticket that has not begun is due as well while its car is not there: it gives way to whoever is late with it; and when its plan
-- is over, since it takes nothing any more (decision 161).
create or replace function timer_due_ticket(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select t.merchant_id, t.id from ticket t
   where t.id > after_id
     and (t.plan_end < now_at
         and ((t.kind = {ticketKind.relocation} and t.status = {relocationStatus.onTheWay})
           or (t.kind = {ticketKind.maintenance} and t.status in ({maintenanceStatus.repairing}, {maintenanceStatus.checking}))
           or (t.kind = {ticketKind.yearly} and t.status in ({yearlyStatus.running}, {yearlyStatus.again})))
         -- Each kind takes its car by an occupancy of the same number.
         and exists (select from occupancy c where c.merchant_id = t.merchant_id and c.ref_id = t.id and c.kind = t.kind and c.active
           and c.to_at < now_at + interval '90 minutes')
       -- The longest that a store takes to get a car ready is eight hours.
       or (t.kind = {ticketKind.relocation} and t.status = {relocationStatus.waiting}
           or t.kind = {ticketKind.maintenance} and t.status = {maintenanceStatus.waiting}
           or t.kind = {ticketKind.yearly} and t.status = {yearlyStatus.waiting})
         and t.plan_start < now_at + interval '8 hours'
         and case when t.plan_end <= now_at
           then exists (select from occupancy c where c.merchant_id = t.merchant_id and c.ref_id = t.id and c.kind = t.kind and c.active)
           else exists (select from occupancy c where c.merchant_id = t.merchant_id and c.vehicle_id = t.vehicle_id and c.active and c.ref_id <> t.id
             and (c.on_rent and c.return_at < now_at
               or exists (select from ticket k where k.merchant_id = c.merchant_id and k.id = c.ref_id and k.kind = c.kind and k.plan_end < now_at
                 and (k.kind = {ticketKind.relocation} and k.status = {relocationStatus.onTheWay}
                   or k.kind = {ticketKind.maintenance} and k.status in ({maintenanceStatus.repairing}, {maintenanceStatus.checking})
                   or k.kind = {ticketKind.yearly} and k.status in ({yearlyStatus.running}, {yearlyStatus.again})))))
           end)
   order by t.id limit most
$$;
create index ticket_waiting on ticket (plan_start, id)
  where (kind = {ticketKind.relocation} and status = {relocationStatus.waiting} or kind = {ticketKind.maintenance} and status = {maintenanceStatus.waiting}
    or kind = {ticketKind.yearly} and status = {yearlyStatus.waiting}) and plan_start is not null;
