-- The orders of bench.placed themselves, and their customers. Runs as superuser with triggers off.

insert into person (merchant_id, id, name, phone_enc, phone_hash, phone_mask, phone_tail4, identity_no_enc,
  identity_no_hash, identity_no_mask, identity_expire, licence_no_mask, licence_class, licence_expire, verify_status)
select merchant_id, id, name, sha256(phone::bytea) || '\x0102030405060708'::bytea, sha256(phone::bytea),
  left(phone, 3) || '****' || right(phone, 4), right(phone, 4), sha256(id::text::bytea), sha256(id::text::bytea),
  '310***********' || right(phone, 4), '2035-01-01', '310***********' || right(phone, 4), 'C1', '2035-01-01', 1
from bench.person;

insert into "order" (merchant_id, id, order_no, status, prev_status, source, channel_order_no, store_id, return_store_id,
  model_id, vehicle_id, plate, pinned, pickup_at, return_at, actual_pickup_at, actual_return_at, next_at, days,
  pickup_type, pickup_address, pickup_distance_m, renter_id, contact_name, contact_phone_enc, contact_phone_hash,
  contact_phone_mask, contact_phone_tail4, quote_snapshot, total_fen, paid_fen, owed_fen, deposit_mode, deposit_status,
  deposit_pay_status, held_deposit_fen, deposit_in_hand, violation_free_at, violation_free_fen, settle_status, settled_at, pay_deadline,
  confirm_deadline, order_kind, term_months, instalments, instalments_paid, cancel_rule_snapshot, deposit_policy_snapshot, cancel_reason, cancel_by, cancelled_at, created_at, created_by, updated_at, updated_by)
select p.merchant_id, p.id, 'O' || to_char(p.created_at at time zone 'Asia/Shanghai', 'YYMMDD') || lpad((p.serial % 1000000)::text, 6, '0'),
  p.status, case when p.status in (7, 8) then 3 end, p.source, case when p.source <> 1 then 'C' || p.seed end,
  p.store_id, p.return_store_id, p.model_id, case when p.status between 1 and 6 then p.vehicle_id end,
  case when p.status between 1 and 6 then p.plate end, p.status in (4, 5, 6), p.pickup_at, p.return_at,
  p.actual_pickup_at, p.actual_return_at,
  case when p.status < 5 then p.pickup_at when p.status = 5 then p.return_at else coalesce(p.actual_return_at, p.cancelled_at) end,
  p.days, p.pickup_type, case when p.pickup_type = 2 then '人民大道200号' else '' end,
  case when p.pickup_type = 2 then 5200 end,
  c.id, c.name, sha256(c.phone::bytea) || '\x0102030405060708'::bytea, sha256(c.phone::bytea),
  left(c.phone, 3) || '****' || right(c.phone, 4), right(c.phone, 4), s.quote, p.total_fen,
  case when p.paid then p.total_fen else 0 end, case when p.paid or p.status in (0, 7, 8) then 0 else p.total_fen end,
  case when p.waived then 3 else 1 end, case when p.waived then 2 else 0 end,
  case when p.waived then 1 when p.status in (5, 6) then 2 else 0 end,
  case when p.waived then 0 when p.status = 5 then 500000
    when p.violation_held then 200000 else 0 end,
  p.status = 5 and not p.waived or p.violation_held,
  case when p.violation_held then p.violation_due end, case when p.violation_held then 200000 else 0 end,
  case when p.status = 6 then 2 else 0 end,
  p.actual_return_at, case when p.status = 1 then p.now + interval '1 day' end,
  case when p.status = 2 then p.now + interval '1 day' end,
  case when p.is_long then 2 else 1 end, case when p.is_long then 3 end, case when p.is_long then 3 else 0 end,
  case when p.is_long then 3 else 0 end, s.cancel, s.deposit,
  case when p.status in (7, 8) then 1 end, case when p.status in (7, 8) then 'customer' end, p.cancelled_at,
  p.created_at, p.account_id, p.created_at, p.account_id
from bench.placed p join bench.person c on c.merchant_id = p.merchant_id and c.n = p.person_n, bench.snapshot s
order by p.id;

insert into number_block (merchant_id, prefix, next)
select merchant_id, 'O', max(serial) + 1 from bench.placed group by merchant_id
on conflict (merchant_id, prefix) do update set next = greatest(number_block.next, excluded.next);
