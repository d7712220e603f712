-- A card moves from one car to another, and the car that staff said may be wrong: bills follow the car of their day.
alter table toll_card add column former jsonb not null default '[]';
comment on column toll_card.former is 'Cars that had the card before: [{vehicleId, until}], until in epoch ms, ascending';
create trigger costs_moved after update of vehicle_id on toll_line for each row
  when (old.vehicle_id is not null and new.vehicle_id is not null and old.vehicle_id <> new.vehicle_id and new.status <> {tollStatus.void})
  execute function toll_cost_follows();

-- Where the authority had not decided the fine yet, the payment decides it; taken back, it is undecided again.
alter table violation_fine add column decides boolean not null default false;

-- What an insurer has not settled is open, too: it asks for the papers of the driver.
create or replace view order_over with (security_invoker = true) as
  select o.merchant_id, o.id as order_id,
      case o.status when {orderStatus.returned} then greatest(o.actual_return_at, o.settled_at) else coalesce(o.cancelled_at, o.updated_at) end as over_at
    from "order" o
   where (o.status = {orderStatus.returned} and o.settle_status = {settleStatus.settled} or o.status = {orderStatus.cancelled}) and o.owed_fen <= 0 and o.held_deposit_fen = 0
     and o.pending_refund is null
     and not exists (select from legal_hold h where h.merchant_id = o.merchant_id and h.order_id = o.id and h.lifted_at is null)
     and not exists (select from insurance_case c where c.merchant_id = o.merchant_id and c.order_id = o.id
       and c.status not in ({insuranceStatus.closed}, {insuranceStatus.dropped}));
