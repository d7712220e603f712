-- A renewal that is paid online holds its time until it is paid or its deadline has passed: what is to be paid, and until when.
alter table renewal add column pay_fen bigint check (pay_fen > 0);
alter table renewal add column pay_deadline timestamptz;
create unique index renewal_open on renewal (merchant_id, order_id) where status in ({renewalStatus.waitingPayment}, {renewalStatus.confirming});
create index renewal_waiting on renewal (id) where status = {renewalStatus.waitingPayment};

-- Renewals whose customers did not pay in time.
create function timer_due_renewaltimeout(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select r.merchant_id, r.id from renewal r
   where r.status = {renewalStatus.waitingPayment} and r.pay_deadline <= now_at and r.id > after_id order by r.id limit most
$$;
alter function timer_due_renewaltimeout(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_renewaltimeout(timestamptz,bigint,int) from public;
