-- Who did what and who was told: log, notices, messages, links and files of the orders of bench.placed. Runs as superuser with triggers off.

-- The migrations make partitions for the months around the real date. The rows below are of the months before bench.given, so the
-- partitions are made for those, and are the same on whatever date the data are made.
do $$
declare
  this date := (select date_trunc('month', now at time zone 'Asia/Shanghai') from bench.given);
  month date;
  name text;
begin
  -- The function also moves the log of the test scene from the default partition into the one of its month.
  perform audit_months(now) from bench.given;
  for month in select m::date from generate_series(
    date_trunc('month', (select min(created_at) from bench.placed)), this, interval '1 month') m
  loop
    if to_regclass(to_char(month, '"audit_"YYYY_MM')) is null then
      execute format('create table %I partition of audit for values from (%L) to (%L)', to_char(month, '"audit_"YYYY_MM'),
        month::timestamp at time zone 'Asia/Shanghai', (month + interval '1 month')::timestamp at time zone 'Asia/Shanghai');
    end if;
  end loop;
  for name in select inhrelid::regclass::text from pg_inherits where inhparent = 'audit'::regclass
  loop
    if name ~ '^audit_\d{4}_\d{2}$' and name > to_char(this + interval '2 months', '"audit_"YYYY_MM') then
      execute format('drop table %I', name);
    end if;
  end loop;
end $$;

insert into audit (merchant_id, at, account_id, name, ip, action, target_type, target_id, after, xid)
select p.merchant_id, a.at, p.account_id, '基准老板', '10.0.0.1', a.action, 'order', p.id, '{}', '3'
from bench.placed p, lateral (values (p.created_at, 'order.create'), (p.actual_pickup_at, 'pickupReturn.confirm'),
  (p.actual_return_at, 'pickupReturn.confirm')) a (at, action)
where a.at is not null;

insert into audit_chain (merchant_id, seq, audit_id, at, xid, prev_hash, hash)
select merchant_id, row_number() over (partition by merchant_id order by id), id, at, xid, sha256(id::text::bytea), sha256(id::text::bytea)
from audit where merchant_id in (select id from bench.merchant) and xid = '3';

insert into notification (merchant_id, account_id, type, level, title, link, ref, read_at, created_at)
select merchant_id, account_id, 1, 1, '新订单', '', 'order:' || id, case when k < 0 then created_at + interval '1 hour' end, created_at
from bench.placed where bench.dice(seed, 60) < 0.3;

insert into outbox (merchant_id, kind, order_id, dedupe, body, state, due_at, created_at, sent_at)
select merchant_id, 'orderConfirmed', id, id::text, '', 2, created_at, created_at, created_at from bench.placed where status > 0;

insert into task (merchant_id, kind, ref_id, order_id, store_id, done_at, done_by, created_at)
select merchant_id, 'offlineRefund', id, id, store_id, actual_return_at, account_id, actual_return_at
from bench.rental where status = 6 and bench.dice(seed, 61) < 0.1;

insert into approval (merchant_id, kind, call, keys, input_hash, summary, requester_id, decider_id, state, expire_at, used_at, created_at,
  decided_at, menu_ids)
select merchant_id, 'deduction', 'deposit.deduct', '{deposit.deduct}', sha256(id::text::bytea), '押金扣款', account_id, 0, 1,
  actual_return_at + interval '1 day', actual_return_at, actual_return_at, actual_return_at, '{132}'
from bench.rental where status = 6 and bench.dice(seed, 62) < 0.05;

insert into referral (merchant_id, subject, subject_id, act, store_id, return_store_id, told_ids, created_by, created_at, ended_at, ended_by)
select merchant_id, 'order', id, 'order.cancel', store_id, return_store_id, array[account_id], account_id, created_at, created_at, account_id
from bench.rental where bench.dice(seed, 63) < 0.05;

insert into rights_given (merchant_id, account_id, giver_id, menu_ids, at)
select m.id, m.account_id, m.account_id, '{1}', g.now - make_interval(days => n) from bench.given g, bench.merchant m, generate_series(30, 60) n;

insert into link_token (merchant_id, token_hash, purpose, order_id, ref_id, way, phone_enc, phone_mask, expire_at, created_at, created_by)
select merchant_id, sha256(('link' || id)::bytea), 'sign', id, id, 1, '\x00', '139****0000', return_at, created_at, account_id
from bench.rental;

insert into scan_link (merchant_id, token_hash, order_id, purpose, tries, expire_at, created_at, created_by)
select merchant_id, sha256(('scan' || id)::bytea), id, 'expense', 1, return_at, created_at, account_id
from bench.rental where bench.dice(seed, 64) < 0.3;

-- Two pictures of each handover; the record says five.
insert into media (merchant_id, biz, biz_id, order_id, kind, path, thumb, mime, size_bytes, sha256, width, height, uploader_id, linked_at,
  created_at)
select merchant_id, 'pickup', id, id, 'image', merchant_id || '/pickup/' || id || '-' || nth || '.jpg', true, 'image/jpeg', 200000,
  sha256((id || '-' || nth)::bytea), 1600, 1200, account_id, actual_pickup_at, actual_pickup_at
from bench.rental, generate_series(1, 4) nth where status = 6 or nth <= 2;

insert into media_part (merchant_id, media_id, no, sha256)
select merchant_id, id, 1, sha256 from media where merchant_id in (select id from bench.merchant) and id % 50 = 0;

insert into job (merchant_id, kind, account_id, input, state, done, total, attempts, created_at, finished_at)
select merchant_id, 'orderExport', account_id, '{}', 2, 10, 10, 1, created_at, created_at
from bench.rental where bench.dice(seed, 65) < 0.05;

insert into person_consent (merchant_id, person_id, kind, text_version, at, way, given_to)
select merchant_id, id, kind, '1.0', g.now - interval '1 day', 1, 0 from bench.given g, bench.person, (values (1), (2)) k (kind);

insert into person_request (merchant_id, person_id, kind, status, due_at, created_at, created_by, done_at, done_by)
select merchant_id, id, 1, 1, g.now, g.now - interval '20 days', 0, g.now - interval '10 days', 0
from bench.given g, bench.person where n % 20 = 0;
