-- Contracts to file with the traffic police (租赁合同备案): a row for each stretch in which an order holds a car, while the merchant has that switched
-- on. Written with the stretch, whoever writes that: a pickup, a swap, an undo, a renewal.
create table lease_filing (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  assignment_id bigint not null,
  order_id bigint not null,
  vehicle_id bigint not null,
  store_id bigint not null,
  from_at timestamptz not null,
  -- The agreed end, until it ended.
  to_at timestamptz not null,
  status smallint not null default {leaseFilingStatus.open} check (status between 0 and 3),
  -- Why one that was filed is to be filed anew.
  change smallint check (change between 1 and 3),
  -- Why the platform did not take it.
  reason text not null default '' check (length(reason) <= 200),
  due_at timestamptz not null,
  filed_at timestamptz,
  filed_by bigint,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id)
);
comment on table lease_filing is 'status 0 待备案 1 已备案 2 备案失败 3 已撤回; change 1 租期变更 2 已换车 3 取车已撤销';
create unique index lease_filing_stretch on lease_filing (merchant_id, assignment_id);
create index lease_filing_due on lease_filing (merchant_id, due_at, id) where status in ({leaseFilingStatus.open}, {leaseFilingStatus.failed});
create index lease_filing_order on lease_filing (merchant_id, order_id);
select tenant_table('lease_filing');
grant insert, update on lease_filing to definer;
-- Seen by who sees its order.
create policy scope on lease_filing as restrictive to tenant using (
  (select current_setting('app.scope')) = 'all' or sees_order(order_id));

-- Within a day of what is signed, or of the pickup where that came first.
create function stretch_begins() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- Of the car before, the end is another now than was filed.
  update lease_filing set status = {leaseFilingStatus.open}, change = {leaseChange.swapped}, due_at = app_now() + interval '24 hours',
      version = version + 1, updated_at = app_now()
    where merchant_id = new.merchant_id and order_id = new.order_id and status = {leaseFilingStatus.filed};
  insert into lease_filing (merchant_id, assignment_id, order_id, vehicle_id, store_id, from_at, to_at, due_at)
  select new.merchant_id, new.id, new.order_id, new.vehicle_id, o.store_id, new.from_at, greatest(o.return_at, new.from_at),
      least(new.from_at, coalesce((select min(a.signed_at) from agreement a where a.merchant_id = o.merchant_id and a.order_id = o.id
        and a.signed_at is not null), new.from_at)) + interval '24 hours'
    from "order" o join merchant m on m.id = o.merchant_id
      join vehicle v on v.merchant_id = o.merchant_id and v.id = new.vehicle_id
    where o.merchant_id = new.merchant_id and o.id = new.order_id and v.use_nature = {useNature.rental}
      and (m.settings ->> 'leaseFiling')::boolean is true;
  return null;
end $$;
create trigger stretch_begins after insert on vehicle_assignment for each row when (not new.void) execute function stretch_begins();

create function stretch_changes() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.void then
    update lease_filing set
        status = case status when {leaseFilingStatus.filed} then {leaseFilingStatus.open} else {leaseFilingStatus.withdrawn} end,
        change = case status when {leaseFilingStatus.filed} then {leaseChange.undone} else change end,
        due_at = case status when {leaseFilingStatus.filed} then app_now() + interval '24 hours' else due_at end,
        version = version + 1, updated_at = app_now()
      where merchant_id = new.merchant_id and assignment_id = new.id and status <> {leaseFilingStatus.withdrawn};
  elsif new.to_at is not null then
    update lease_filing set to_at = new.to_at, version = version + 1, updated_at = app_now()
      where merchant_id = new.merchant_id and assignment_id = new.id and to_at <> new.to_at;
  else
    -- A swap or a return that was none: the car is out again, as long as was agreed.
    update lease_filing l set to_at = greatest(o.return_at, l.from_at),
        status = case l.status when {leaseFilingStatus.filed} then {leaseFilingStatus.open} else l.status end,
        change = case l.status when {leaseFilingStatus.filed} then {leaseChange.term} else l.change end,
        due_at = case l.status when {leaseFilingStatus.filed} then app_now() + interval '24 hours' else l.due_at end,
        version = l.version + 1, updated_at = app_now()
      from "order" o where o.merchant_id = new.merchant_id and o.id = new.order_id
        and l.merchant_id = new.merchant_id and l.assignment_id = new.id and l.to_at <> greatest(o.return_at, l.from_at);
  end if;
  return null;
end $$;
create trigger stretch_changes after update on vehicle_assignment for each row
  when (old.void is distinct from new.void or old.to_at is distinct from new.to_at) execute function stretch_changes();

-- A rental that is made longer, or shorter, while its car is out.
create function lease_moves() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update lease_filing l set to_at = greatest(new.return_at, l.from_at),
      status = case l.status when {leaseFilingStatus.filed} then {leaseFilingStatus.open} else l.status end,
      change = case l.status when {leaseFilingStatus.filed} then {leaseChange.term} else l.change end,
      due_at = case l.status when {leaseFilingStatus.filed} then app_now() + interval '24 hours' else l.due_at end,
      version = l.version + 1, updated_at = app_now()
    from vehicle_assignment a
    where l.merchant_id = new.merchant_id and l.order_id = new.id and l.status <> {leaseFilingStatus.withdrawn}
      and a.merchant_id = l.merchant_id and a.id = l.assignment_id and a.to_at is null and not a.void;
  return null;
end $$;
create trigger lease_moves after update of return_at on "order" for each row
  when (old.return_at is distinct from new.return_at and new.status = {orderStatus.pickedUp}) execute function lease_moves();

alter function stretch_begins() owner to definer;
alter function stretch_changes() owner to definer;
alter function lease_moves() owner to definer;
