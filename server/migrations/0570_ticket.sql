-- Work on cars: moving, maintenance, yearly inspection. One table for the three kinds; what one kind alone has is null for the others.
-- While a ticket is planned its car is taken by an occupancy of the kind's own, whose ref_id is the ticket.
create table ticket (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  no text not null,
  kind smallint not null check (kind between 1 and 3),
  vehicle_id bigint not null,
  store_id bigint not null,
  status smallint not null default 1 check (status between 1 and 5),
  plan_start timestamptz,
  plan_end timestamptz check (plan_end > plan_start),
  actual_start timestamptz,
  actual_end timestamptz check (actual_end >= actual_start),
  assignee_id bigint,
  priority smallint not null default 1 check (priority in (1, 2)),
  maintain_type smallint check (maintain_type between 1 and 6),
  work text not null default '' check (length(work) <= 500),
  garage_name text not null default '' check (length(garage_name) <= 60),
  garage_phone text not null default '' check (length(garage_phone) <= 20),
  garage_address text not null default '' check (length(garage_address) <= 120),
  start_km int check (start_km >= 0),
  end_km int check (end_km >= start_km),
  start_photo_ids bigint[] not null default '{}',
  end_photo_ids bigint[] not null default '{}',
  -- What the garage asks, and what of it somebody else has approved. Neither is in the ledger.
  quote_fen bigint check (quote_fen >= 0),
  quoted_by bigint,
  approved_fen bigint check (approved_fen >= 0),
  approved_by bigint,
  costs jsonb not null default '[]',
  remark text not null default '' check (length(remark) <= 500),
  log jsonb not null default '[]',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  check (kind <> {ticketKind.maintenance} or maintain_type is not null),
  check ((plan_start is null) = (plan_end is null))
);
comment on table ticket is 'kind 1 调车 2 维保 3 年检; status of 维保: 1 待送修 2 维修中 3 待验收 4 已完成 5 已取消; costs [{item, amount, payer}] in fen, log [{at, by, action, note}]';
create unique index ticket_no on ticket (merchant_id, no);
create index ticket_list on ticket (merchant_id, kind, status, id);
create index ticket_vehicle on ticket (merchant_id, vehicle_id, id);
-- Cars in hand whose plan has passed.
create index ticket_overdue on ticket (plan_end, id) where kind = {ticketKind.maintenance} and status in ({maintenanceStatus.repairing}, {maintenanceStatus.checking});
select tenant_table('ticket');
select store_scoped('ticket', 'store_id');

-- Tickets of maintenance that are in hand beyond their plan.
create function timer_due_ticket(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select t.merchant_id, t.id from ticket t
   where t.id > after_id and t.kind = {ticketKind.maintenance} and t.status in ({maintenanceStatus.repairing}, {maintenanceStatus.checking}) and t.plan_end < now_at
     and exists (select from occupancy c where c.merchant_id = t.merchant_id and c.ref_id = t.id and c.kind = {occupancyKind.maintenance} and c.active
       and c.to_at < now_at + interval '90 minutes')
   order by t.id limit most
$$;
alter function timer_due_ticket(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_ticket(timestamptz,bigint,int) from public;
