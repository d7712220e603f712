-- A release that a person took back before it left: from then on a person decides about the deposit, no job.
alter table deposit add column withdrawn_at timestamptz;
comment on column deposit.withdrawn_at is 'a queued release was withdrawn then; null again once a release is asked for';

-- What an open debt kept of a rental deposit, once the debt is paid: as `outweighsDebtSql` has it for the rental deposit.
create function timer_due_rentalrelease(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select d.merchant_id, d.order_id from deposit d
    join "order" o on o.merchant_id = d.merchant_id and o.id = d.order_id
   where d.kind = 1 and d.hold_status in (1, 2) and d.withdrawn_at is null and o.status = 6
     and d.held_fen - d.captured_fen - d.released_fen - d.in_flight_fen > greatest(o.owed_fen, 0)
     and d.order_id > after_id order by d.order_id limit most
$$;
alter function timer_due_rentalrelease(timestamptz, bigint, int) owner to definer;
revoke all on function timer_due_rentalrelease(timestamptz, bigint, int) from public;
create index deposit_due_rental on deposit (order_id) where kind = 1 and hold_status in (1, 2) and withdrawn_at is null;
