-- What customers owe besides the rent of the rentals of bench.rental, by kind of case. Runs as superuser with triggers off.

insert into supplement (merchant_id, id, order_id, reason_code, pay_mode, created_at, created_by)
select merchant_id, nextval('row_id'), id, 1 + n % 7, 2, actual_pickup_at, account_id
from bench.rental where bench.dice(seed, 40) < 0.1;

insert into damage_order (merchant_id, order_id, vehicle_id, damaged_parts, liability, photo_ids, status, created_at, created_by)
select merchant_id, id, vehicle_id, '[{"kind":1,"part":"bonnet","amount":20000}]', 1, '{1}', case when waits then 0 else 2 end,
  actual_return_at, account_id
from bench.rental where status = 6 and bench.dice(seed, 41) < 0.05;

insert into violation (merchant_id, no, status, plate, vehicle_id, occur_at, place, act_code, act, points, fine_fen, source, match_type,
  order_id, store_id, handle_way, official_state, closed_at, log, created_at, created_by, updated_at)
select merchant_id, 'WX' || id, case when waits then 1 else 5 end, plate, vehicle_id, at, '延安高架', '1344', '违反禁令标志', 3, 20000, 2, 1,
  id, store_id, case when not waits then 1 + n % 2 end, case when waits then 0 else 2 end, case when not waits then now end,
  jsonb_build_array(jsonb_build_object('at', epoch_ms(at), 'by', account_id::text, 'note', '自动匹配', 'action', 'create')),
  at + (now - at) * 0.1, account_id, at
from bench.rental, lateral (select date_trunc('minute', actual_pickup_at + interval '1 minute') as at) x
where bench.dice(seed, 42) < 0.15;

insert into violation_fine (merchant_id, violation_id, store_id, amount_fen, pay_way, created_at, created_by)
select merchant_id, id, store_id, fine_fen, 4, created_at, created_by
from violation where handle_way = 2 and official_state = 2 and no like 'WX%';

-- What a case asks is a claim of its number.
insert into claim (merchant_id, id, order_id, kind, state, subject, expected_fen, payable_fen, passed_fen, opened_at, opened_by, met_at)
select c.merchant_id, c.id, c.order_id, c.kind, case when c.waits then 0 else 2 end, c.subject, case when c.waits then c.fen else 0 end,
  case when not c.waits then c.fen end, case when c.waits then 0 else c.fen end, case when not c.waits then c.at end,
  case when not c.waits then c.by end, case when not c.waits then c.at end
from (
  select merchant_id, id, order_id, 'supplement' as kind, '补款' as subject, 5000 as fen, false as waits, created_at as at, created_by as by
  from supplement where id > (select id from bench.begin)
  union all select merchant_id, id, order_id, 'damage', '引擎盖', 20000, status = 0, created_at, created_by
  from damage_order where id > (select id from bench.begin)
  union all select merchant_id, id, order_id, 'violation', '违章', 20000, status = 1, created_at, created_by
  from violation where no like 'WX%') c;

insert into insurance_case (merchant_id, status, vehicle_id, order_id, damage_id, store_id, occur_at, place, insurer, report_no,
  reported_at, claimed_fen, received_fen, created_at, created_by, updated_at)
select d.merchant_id, case when d.status = 0 then 1 else 7 end, d.vehicle_id, d.order_id, d.id, r.store_id,
  date_trunc('minute', d.created_at), '南京西路', '平安产险', 'BX' || d.id, d.created_at, 100000, case when d.status = 0 then 0 else 100000 end,
  d.created_at, d.created_by, d.created_at
from damage_order d join bench.rental r on r.id = d.order_id where bench.dice(r.seed, 43) < 0.5;

insert into insurance_receipt (merchant_id, case_id, amount_fen, created_at, created_by)
select merchant_id, id, received_fen, created_at, created_by from insurance_case where status = 7 and report_no like 'BX%';

-- Two lines of toll or parking in every rental: one in ten was asked of its customer.
insert into toll_card (merchant_id, card_no, vehicle_id, updated_at, updated_by)
select merchant_id, '3101' || id, id, created_at, created_by from vehicle
where merchant_id in (select id from bench.merchant) and id > (select id from bench.begin);

insert into toll_line (merchant_id, kind, provider, line_no, plate, card_no, vehicle_id, out_at, place, fen, status, order_id, store_id,
  supplement_id, created_at, created_by, updated_at)
select r.merchant_id, l.kind, case when l.kind = 1 then 'ETC' else '停车场' end, r.id || '-' || l.kind, r.plate, '3101' || r.vehicle_id,
  r.vehicle_id, at, '沪昆高速', 2500, case when r.waits then 2 when s.id is null then 5 else 4 end, r.id, r.store_id,
  case when not r.waits then s.id end, at, r.account_id, at
from bench.rental r left join lateral (select id from supplement s
    where s.merchant_id = r.merchant_id and s.order_id = r.id and s.id > (select id from bench.begin)) s on true,
  (values (1), (2)) l (kind), lateral (select r.actual_pickup_at + make_interval(mins => l.kind) as at) x;

insert into expense_item (merchant_id, order_id, type, code, name, unit_price_fen, amount_fen, status, created_at, created_by)
select merchant_id, id, 1, 2, '燃油费', 5000, 5000, 1, actual_return_at, account_id
from bench.rental where status = 6 and bench.dice(seed, 44) < 0.3;

insert into reimbursement (merchant_id, order_id, kind, reason_code, items, amount_fen, pay_mode, status, paid_fen, approver_id, decided_at,
  paid_at, created_at, created_by)
select merchant_id, id, 3, 9, '[{"name":"补偿","amount":1000,"photoIds":[]}]', 1000, 4, 3, 1000, account_id, at, at, at, account_id
from bench.rental, lateral (select actual_return_at as at) x where status = 6 and bench.dice(seed, 45) < 0.03;

insert into write_off (merchant_id, order_id, amount_fen, recovered_fen, reason, created_at, created_by)
select merchant_id, id, 1000, 1000, '联系不上客户', actual_return_at, account_id
from bench.rental where status = 6 and bench.dice(seed, 46) < 0.03;

insert into renewal (merchant_id, order_id, seq, status, old_return_at, new_return_at, amount_fen, extension, ended_at, created_at, created_by)
select merchant_id, id, 1, 2, return_at - interval '1 hour', return_at, 3000,
  jsonb_build_object('v', 1, 'kind', 'renewal', 'lines', '[]'::jsonb, 'amount', 3000, 'endSlot', 1, 'returnAt', epoch_ms(return_at),
    'services', '[]'::jsonb, 'dayPrices', '[]'::jsonb), actual_pickup_at, actual_pickup_at, account_id
from bench.rental where status = 6 and bench.dice(seed, 47) < 0.1;

insert into self_visit (merchant_id, order_id, type, status, agreed_at, submitted_at, handed_in_at, decided_at, decided_by, created_at)
select merchant_id, id, type, 4, at, at, at, at, account_id, at
from bench.rental, lateral (values (0, actual_pickup_at), (1, actual_return_at)) v (type, at)
where at is not null and bench.dice(seed, 48) < 0.1;

insert into lease_filing (merchant_id, assignment_id, order_id, vehicle_id, store_id, from_at, to_at, status, due_at, filed_at, filed_by,
  created_at, updated_at)
select merchant_id, id, id, vehicle_id, store_id, actual_pickup_at, coalesce(actual_return_at, return_at), case when waits then 0 else 1 end,
  actual_pickup_at + interval '1 day', case when not waits then actual_pickup_at end, case when not waits then account_id end,
  actual_pickup_at, actual_pickup_at
from bench.rental;

insert into legal_hold (merchant_id, order_id, reason, created_at, created_by, lifted_at, lifted_by)
select merchant_id, id, '诉讼', actual_return_at, account_id, actual_return_at, account_id
from bench.rental where status = 6 and bench.dice(seed, 49) < 0.03;

insert into instalment (merchant_id, order_id, seq, period_from, period_to, planned_on, due_on, amount_fen, billed_fen, paid_fen, status,
  created_at, created_by)
select merchant_id, id, seq, day, day + 1, day, day, total_fen / 3, total_fen / 3, total_fen / 3, 3, created_at, account_id
from bench.rental, generate_series(1, 3) seq, lateral (select pickup_at::date + seq as day) x where is_long;

insert into termination (merchant_id, order_id, end_on, merchant_cause, old_return_at, total_fen, reason, created_at, created_by,
  taken_back_at, taken_back_by)
select merchant_id, id, return_at::date, false, return_at, total_fen, '提前还车', actual_pickup_at, account_id, actual_pickup_at, account_id
from bench.rental where is_long and n % 2 = 0;
