-- Whether the amount of a ticket still waits for a second person was calculated from the limit of the merchant whenever somebody looked, so
-- that a changed limit took an approval away from a ticket, or asked for one of costs that the car bears. It is decided once, when the
-- amount is entered: asked_at says that it waits, refused that it was refused. Neither counts as a cost of the car.
alter table ticket add column refused boolean not null default false;
comment on column ticket.refused is 'A second person refused the amount, and no other one was entered since';

create or replace function ticket_costs(t ticket) returns jsonb language sql stable set search_path = public as $$
  select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'fen', d.fen) order by d.day), '[]')
    from (select coalesce((c ->> 'on')::date, t.inspected_on, (coalesce(t.actual_end, t.updated_at) at time zone 'Asia/Shanghai')::date) as day,
        sum((c ->> 'amount')::bigint) as fen
      from jsonb_array_elements(t.costs) c
     where t.asked_at is null and not t.refused and (c ->> 'payer')::int = {costPayer.merchant} group by 1) d
   where d.fen <> 0
$$;

create or replace trigger costs after update on ticket for each row
  when ((old.costs, old.asked_at is null and not old.refused, old.vehicle_id, old.maintain_type)
    is distinct from (new.costs, new.asked_at is null and not new.refused, new.vehicle_id, new.maintain_type))
  execute function ticket_cost_follows();

-- Tickets whose last amount was refused: the log says which one it was.
update ticket t set refused = true
 where t.kind = {ticketKind.maintenance} and t.asked_at is null and jsonb_path_exists(t.log, '$[*] ? (@.action == "refuse")')
   and greatest((select coalesce(sum((c ->> 'amount')::bigint), 0) from jsonb_array_elements(t.costs) c),
      case when t.status in ({maintenanceStatus.done}, {maintenanceStatus.cancelled}) then 0 else coalesce(t.quote_fen, 0) end) = (
    select case when l.entry ->> 'action' = 'refuse'
        then (replace(substring(l.entry ->> 'note' from '^¥([0-9,]+\.[0-9]{2})'), ',', '')::numeric * 100)::bigint end
      from jsonb_array_elements(t.log) with ordinality l(entry, place)
     where l.entry ->> 'action' in ('quote', 'cost', 'approve', 'refuse') order by l.place desc limit 1);

-- A disposal that is taken back gives the plans of its car the end that they had before it.
alter table vehicle_cost_plan add column disposal_id bigint, add column ended_before date;
comment on column vehicle_cost_plan.disposal_id is 'The disposal that ended it; null: nobody, or something else';
comment on column vehicle_cost_plan.ended_before is 'ended_month as it was before that disposal';
create index vehicle_cost_plan_disposal on vehicle_cost_plan (merchant_id, disposal_id) where disposal_id is not null;
