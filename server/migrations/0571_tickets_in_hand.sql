-- Cars of every kind of ticket keep their place while they are in hand beyond their plan.
drop index ticket_overdue;
create index ticket_overdue on ticket (plan_end, id)
  where (kind = {ticketKind.relocation} and status = {relocationStatus.onTheWay})
    or (kind = {ticketKind.maintenance} and status in ({maintenanceStatus.repairing}, {maintenanceStatus.checking}))
    or (kind = {ticketKind.yearly} and status in ({yearlyStatus.running}, {yearlyStatus.again}));
comment on table ticket is 'kind 1 调车 2 维保 3 年检; status: not begun 1, 调车 2 在途 3 已完成 4 已取消, 维保 2 维修中 3 待验收 4 已完成 5 已取消, 年检 2 办理中 3 已完成 4 待复检 5 已取消; costs [{item, amount, payer}] in fen, log [{at, by, action, note}]';

create or replace function timer_due_ticket(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select t.merchant_id, t.id from ticket t
   where t.id > after_id and t.plan_end < now_at
     and ((t.kind = {ticketKind.relocation} and t.status = {relocationStatus.onTheWay})
       or (t.kind = {ticketKind.maintenance} and t.status in ({maintenanceStatus.repairing}, {maintenanceStatus.checking}))
       or (t.kind = {ticketKind.yearly} and t.status in ({yearlyStatus.running}, {yearlyStatus.again})))
     -- Each kind takes its car by an occupancy of the same number.
     and exists (select from occupancy c where c.merchant_id = t.merchant_id and c.ref_id = t.id and c.kind = t.kind and c.active
       and c.to_at < now_at + interval '90 minutes')
   order by t.id limit most
$$;
