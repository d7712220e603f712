-- Jobs of instalments take a hundred orders at a time, by their ids. Each time they had read whatever is due of all: with 100,000
-- at once a thousand times 100,000. They read on from where they were.
create index instalment_due_order on instalment (order_id, due_on)
  where status in ({instalmentStatus.notDue}, {instalmentStatus.due}, {instalmentStatus.partlyPaid}, {instalmentStatus.overdue});
create index order_due_instalment on "order" (id, next_due_on) where next_due_fen > 0;

-- As 0520, said in the order of that index.
create or replace function timer_due_instalment(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select distinct on (i.order_id) i.merchant_id, i.order_id from instalment i
   where i.order_id > after_id
     and i.status in ({instalmentStatus.notDue}, {instalmentStatus.due}, {instalmentStatus.partlyPaid}, {instalmentStatus.overdue})
     and i.due_on <= (now_at at time zone 'Asia/Shanghai')::date
     and (i.status <> {instalmentStatus.due} and i.billed_fen < i.amount_fen
       or i.status in ({instalmentStatus.due}, {instalmentStatus.partlyPaid}) and i.due_on < (now_at at time zone 'Asia/Shanghai')::date)
   order by i.order_id limit most
$$;
