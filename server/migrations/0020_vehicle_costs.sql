-- Costs of vehicles: management figures beside the ledger. The ledger holds money between the merchant, its customers and its channels, and
-- the costs of tickets were never part of it, so these entries are not postings. Closing a month holds for them as it does for postings:
-- what was reported about a closed month does not change, and a late cost gets a day of the open month.
create table vehicle_cost (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  vehicle_id bigint not null,
  kind smallint not null check (kind between 1 and 16),
  from_on date not null,
  to_on date not null,
  fen bigint not null check (fen <> 0),
  tax_fen bigint not null default 0,
  note text not null default '' check (length(note) <= 200),
  media_ids bigint[] not null default '{}',
  source smallint not null check (source between 1 and 5),
  ref_id bigint,
  shares jsonb not null,
  voided_at timestamptz,
  voided_by bigint,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  check (from_on <= to_on),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table vehicle_cost is 'Costs of a vehicle by day or period. A wrong one is voided, never changed';
comment on column vehicle_cost.fen is 'With tax; negative: a correction, or money back';
comment on column vehicle_cost.ref_id is 'By source: the ticket, the job of the import, the plan, the fine';
comment on column vehicle_cost.shares is '[{month, fen}]: the part of each month, by days; they add up to fen';
create index vehicle_cost_vehicle on vehicle_cost (merchant_id, vehicle_id, from_on, id) where voided_at is null;
create index vehicle_cost_ref on vehicle_cost (merchant_id, source, ref_id) where voided_at is null and ref_id is not null;
select tenant_table('vehicle_cost');

-- What comes back every month, and depreciation: the entries of all its months are written with it.
create table vehicle_cost_plan (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  vehicle_id bigint not null,
  kind smallint not null check (kind between 1 and 16),
  first_month date not null check (extract(day from first_month) = 1),
  months smallint not null check (months between 1 and 240),
  total_fen bigint not null check (total_fen > 0),
  note text not null default '' check (length(note) <= 200),
  -- The first month without an entry, when it was ended before its last.
  ended_month date,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table vehicle_cost_plan is 'Costs of a vehicle that come back monthly (loan, lease, parking), and its depreciation';
create index vehicle_cost_plan_vehicle on vehicle_cost_plan (merchant_id, vehicle_id, id);
select tenant_table('vehicle_cost_plan');

create table vehicle_cost_month (
  merchant_id bigint not null default merchant(),
  month date not null,
  vehicle_id bigint not null,
  running_fen bigint not null default 0,
  depreciation_fen bigint not null default 0,
  capital_fen bigint not null default 0,
  primary key (merchant_id, month, vehicle_id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
) with (fillfactor = 90);
comment on table vehicle_cost_month is 'Sums of the entries by vehicle and month, moved with each entry; capital: purchases less sales';
create index vehicle_cost_month_vehicle on vehicle_cost_month (merchant_id, vehicle_id, month);
select tenant_table('vehicle_cost_month');

-- The first day of the open months. Closing waits for those who have read it.
create function costs_open_from(of_merchant bigint default merchant()) returns date language plpgsql set search_path = public as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('books', of_merchant));
  return coalesce((select (max(c.month) + interval '1 month')::date from closed_month c where c.merchant_id = of_merchant), '-infinity');
end $$;

create function vehicle_cost_open() returns trigger language plpgsql set search_path = public as $$
begin
  if new.from_on < costs_open_from(new.merchant_id) then
    raise exception 'the month of % is closed', new.from_on using errcode = 'CY001';
  end if;
  return new;
end $$;
create trigger open_month before insert or update on vehicle_cost for each row execute function vehicle_cost_open();

create function vehicle_cost_counted() returns trigger language plpgsql set search_path = public as $$
declare
  sign int := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  insert into vehicle_cost_month as m (merchant_id, month, vehicle_id, running_fen, depreciation_fen, capital_fen)
  select new.merchant_id, s.month, new.vehicle_id,
      case when new.kind not in ({costKind.purchase}, {costKind.sale}, {costKind.depreciation}) then sign * s.fen else 0 end,
      case new.kind when {costKind.depreciation} then sign * s.fen else 0 end,
      case new.kind when {costKind.purchase} then sign * s.fen when {costKind.sale} then -sign * s.fen else 0 end
    from jsonb_to_recordset(new.shares) s (month date, fen bigint)
  on conflict (merchant_id, month, vehicle_id) do update set running_fen = m.running_fen + excluded.running_fen,
    depreciation_fen = m.depreciation_fen + excluded.depreciation_fen, capital_fen = m.capital_fen + excluded.capital_fen;
  return null;
end $$;
create trigger counted_new after insert on vehicle_cost for each row execute function vehicle_cost_counted();
create trigger counted after update on vehicle_cost for each row
  when (old.voided_at is null and new.voided_at is not null) execute function vehicle_cost_counted();

-- Makes the entries of a ticket or fine those of `wanted` ([{day, fen}]). Entries of closed months stay; what they lack or have too much
-- is an entry of the first open day, so that nothing counts twice.
create function vehicle_cost_follows(of_merchant bigint, of_source smallint, of_ref bigint, of_vehicle bigint, of_kind smallint, wanted jsonb) returns void
  language plpgsql set search_path = public as $$
declare
  open_from date := costs_open_from(of_merchant);
begin
  if wanted = '[]' and not exists (select from vehicle_cost e where e.merchant_id = of_merchant and e.source = of_source and e.ref_id = of_ref and e.voided_at is null) then
    return;
  end if;
  update vehicle_cost e set voided_at = app_now(), voided_by = actor(), version = e.version + 1, updated_at = app_now()
   where e.merchant_id = of_merchant and e.source = of_source and e.ref_id = of_ref and e.voided_at is null and e.from_on >= open_from;
  insert into vehicle_cost (merchant_id, vehicle_id, kind, from_on, to_on, fen, source, ref_id, shares)
  select of_merchant, of_vehicle, of_kind, d.day, d.day, d.fen, of_source, of_ref,
      jsonb_build_array(jsonb_build_object('month', date_trunc('month', d.day)::date, 'fen', d.fen))
    from (select x.day, sum(x.fen)::bigint as fen from (
        select greatest(w.day, open_from) as day, w.fen from jsonb_to_recordset(wanted) w (day date, fen bigint)
        union all
        select open_from, -e.fen from vehicle_cost e
         where e.merchant_id = of_merchant and e.source = of_source and e.ref_id = of_ref and e.voided_at is null and e.from_on < open_from) x
      group by x.day) d
   where d.fen <> 0 order by d.day;
end $$;

-- What a ticket costs the merchant, once nobody has to approve it.
create function ticket_costs(t ticket) returns jsonb language sql stable set search_path = public as $$
  select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'fen', d.fen) order by d.day), '[]')
    from (select coalesce((c ->> 'on')::date, t.inspected_on, (coalesce(t.actual_end, t.updated_at) at time zone 'Asia/Shanghai')::date) as day,
        sum((c ->> 'amount')::bigint) as fen
      from jsonb_array_elements(t.costs) c
     where t.asked_at is null and (c ->> 'payer')::int = {costPayer.merchant} group by 1) d
   where d.fen <> 0
$$;

create function ticket_cost_follows() returns trigger language plpgsql set search_path = public as $$
begin
  perform vehicle_cost_follows(new.merchant_id, {costSource.ticket}::smallint, new.id, new.vehicle_id,
    (case when new.kind = {ticketKind.relocation} then {costKind.move}
      when new.kind = {ticketKind.yearly} then {costKind.inspection}
      when new.maintain_type in ({maintenanceType.repair}, {maintenanceType.accident}) then {costKind.repair}
      when new.maintain_type = {maintenanceType.cleaning} then {costKind.cleaning}
      when new.maintain_type = {maintenanceType.other} then {costKind.other}
      else {costKind.maintenance} end)::smallint,
    ticket_costs(new));
  return null;
end $$;
create trigger costs_new after insert on ticket for each row when (new.costs <> '[]') execute function ticket_cost_follows();
create trigger costs after update on ticket for each row
  when ((old.costs, old.asked_at is null, old.vehicle_id, old.maintain_type) is distinct from (new.costs, new.asked_at is null, new.vehicle_id, new.maintain_type))
  execute function ticket_cost_follows();

-- What the merchant bears of a fine that it paid: what was never charged to a customer, and what of a charge was refunded or waived
-- (refundShares and waivedShares of the domain: a refund takes the fees first, a waiver the fine).
create function fine_cost(f violation_fine) returns jsonb language sql stable set search_path = public as $$
  select case when b.fen = 0 or f.taken_back_at is not null then '[]'
      else jsonb_build_array(jsonb_build_object('day', (f.created_at at time zone 'Asia/Shanghai')::date, 'fen', b.fen)) end
    from violation i, lateral (select f.borne_fen + greatest(i.refunded_fen - i.agency_fen - i.penalty_fen, 0)
      + least(i.withdrawn_fen, i.passed_fen) as fen) b
   where i.merchant_id = f.merchant_id and i.id = f.violation_id
$$;

create function fine_cost_follows() returns trigger language plpgsql set search_path = public as $$
declare
  f violation_fine;
  car bigint;
begin
  for f in select * from violation_fine o where o.merchant_id = new.merchant_id
    and case tg_table_name when 'violation_fine' then o.id = new.id else o.violation_id = new.id end
  loop
    car := (select i.vehicle_id from violation i where i.merchant_id = f.merchant_id and i.id = f.violation_id);
    continue when car is null;
    perform vehicle_cost_follows(f.merchant_id, {costSource.violation}::smallint, f.id, car, {costKind.violation}::smallint, fine_cost(f));
  end loop;
  return null;
end $$;
create trigger costs_new after insert on violation_fine for each row when (new.borne_fen <> 0) execute function fine_cost_follows();
create trigger costs after update on violation_fine for each row
  when ((old.borne_fen, old.taken_back_at is null) is distinct from (new.borne_fen, new.taken_back_at is null)) execute function fine_cost_follows();
create trigger costs after update on violation for each row
  when ((old.refunded_fen, old.withdrawn_fen, old.passed_fen, old.vehicle_id) is distinct from (new.refunded_fen, new.withdrawn_fen, new.passed_fen, new.vehicle_id))
  execute function fine_cost_follows();

-- A car that was disposed of costs nothing by plan after that month.
create function disposed_ends_plans() returns trigger language plpgsql set search_path = public as $$
declare
  next_month date := greatest((date_trunc('month', app_now() at time zone 'Asia/Shanghai') + interval '1 month')::date, costs_open_from(new.merchant_id));
begin
  update vehicle_cost e set voided_at = app_now(), voided_by = actor(), version = e.version + 1, updated_at = app_now()
   where e.merchant_id = new.merchant_id and e.vehicle_id = new.id and e.source = {costSource.plan} and e.voided_at is null and e.from_on >= next_month;
  update vehicle_cost_plan p set ended_month = next_month, version = p.version + 1, updated_at = app_now()
   where p.merchant_id = new.merchant_id and p.vehicle_id = new.id and p.first_month + make_interval(months => p.months) > next_month
     and (p.ended_month is null or p.ended_month > next_month);
  return null;
end $$;
create trigger ends_plans after update of lifecycle on vehicle for each row
  when (new.lifecycle = {lifecycle.disposed} and old.lifecycle <> {lifecycle.disposed}) execute function disposed_ends_plans();

-- Tickets and fines from before. A cost of a closed month is written as it was: it belongs to the figures of that month from the start.
alter table vehicle_cost disable trigger open_month;
insert into vehicle_cost (merchant_id, vehicle_id, kind, from_on, to_on, fen, source, ref_id, shares, created_by)
select t.merchant_id, t.vehicle_id,
    case when t.kind = {ticketKind.relocation} then {costKind.move} when t.kind = {ticketKind.yearly} then {costKind.inspection}
      when t.maintain_type in ({maintenanceType.repair}, {maintenanceType.accident}) then {costKind.repair}
      when t.maintain_type = {maintenanceType.cleaning} then {costKind.cleaning}
      when t.maintain_type = {maintenanceType.other} then {costKind.other} else {costKind.maintenance} end,
    d.day, d.day, d.fen, {costSource.ticket}, t.id,
    jsonb_build_array(jsonb_build_object('month', date_trunc('month', d.day)::date, 'fen', d.fen)), t.created_by
  from ticket t cross join lateral jsonb_to_recordset(ticket_costs(t)) d (day date, fen bigint);
insert into vehicle_cost (merchant_id, vehicle_id, kind, from_on, to_on, fen, source, ref_id, shares, created_by)
select f.merchant_id, i.vehicle_id, {costKind.violation}, d.day, d.day, d.fen, {costSource.violation}, f.id,
    jsonb_build_array(jsonb_build_object('month', date_trunc('month', d.day)::date, 'fen', d.fen)), f.created_by
  from violation_fine f join violation i on i.merchant_id = f.merchant_id and i.id = f.violation_id and i.vehicle_id is not null
    cross join lateral jsonb_to_recordset(fine_cost(f)) d (day date, fen bigint);
alter table vehicle_cost enable trigger open_month;

alter table import_choice drop constraint import_choice_field_check;
alter table import_choice add constraint import_choice_field_check
  check (field in ('column', 'violationColumn', 'statementColumn', 'costColumn', 'model', 'store'));
