-- Owners of cars, companies that rent, and what was set of prices. Runs as superuser with triggers off.

create temp table owners as
select nextval('row_id') as id, m.id as merchant_id, m.account_id, n from bench.merchant m, generate_series(1, greatest(1, m.vehicles / 20)) n;
insert into car_owner (merchant_id, id, kind, name, phone_enc, phone_mask, created_at, created_by, updated_at)
select merchant_id, id, 1, '车主' || n, '\x00', '137****' || lpad(n::text, 4, '0'), g.now, account_id, g.now from bench.given g, owners;

-- Every fourth car is managed for its owner, from two years ago on.
create temp table managed as
select nextval('row_id') as id, v.merchant_id, o.id as owner_id, v.id as vehicle_id, o.account_id
from (select *, row_number() over (partition by merchant_id order by id) as n from vehicle
    where merchant_id in (select id from bench.merchant) and id > (select id from bench.begin)) v
  join bench.merchant m on m.id = v.merchant_id
  join owners o on o.merchant_id = v.merchant_id and o.n = 1 + v.n / 4 % greatest(1, m.vehicles / 20)
where v.n % 4 = 0;
insert into owner_agreement (merchant_id, id, owner_id, vehicle_id, kind, from_on, share_bp, created_at, created_by, updated_at)
select merchant_id, id, owner_id, vehicle_id, 1, g.now::date - 730, 6000, g.now, account_id, g.now from bench.given g, managed;

create temp table paid as
select nextval('row_id') as id, o.merchant_id, o.id as owner_id, o.account_id, month::date
from bench.given g, owners o, generate_series(date_trunc('month', g.now) - interval '24 months', date_trunc('month', g.now) - interval '1 month',
  interval '1 month') month;
insert into owner_statement (merchant_id, id, owner_id, month, state, owner_fen, sent_at, confirmed_at, booked_on, paid_at, paid_on, pay_way,
  created_at, created_by, updated_at)
select merchant_id, id, owner_id, month, 4, 300000, at, at, at::date, at, at::date, 4, at, account_id, at
from paid, lateral (select month + interval '40 days' as at) x;
insert into owner_statement_car (merchant_id, statement_id, agreement_id, from_on, to_on, rent_fen, service_fen, other_fen, fixed_fen, fee_fen,
  costs, owner_fen)
select p.merchant_id, p.id, a.id, p.month, (p.month + interval '1 month - 1 day')::date, 100000, 0, 0, 0, 0, '[]', 60000
from paid p join managed a on a.merchant_id = p.merchant_id and a.owner_id = p.owner_id;

create temp table companies as
select nextval('row_id') as id, m.id as merchant_id, m.account_id, n from bench.merchant m, generate_series(1, greatest(1, m.vehicles / 10)) n;
insert into company (merchant_id, id, name, tax_no, credit_fen, pay_days, rate_bp, created_at, created_by, updated_at)
select merchant_id, id, '公司' || n, '91310000' || lpad(n::text, 10, '0'), 1000000000, 30, 9000, g.now, account_id, g.now
from bench.given g, companies;
insert into company_contact (merchant_id, company_id, name, phone_enc, phone_mask)
select merchant_id, id, '行政' || c, '\x00', '138****0000' from companies, generate_series(1, 2) c;
insert into company_booker (merchant_id, company_id, name, mobile_mask, mobile_hash, created_by)
select merchant_id, id, '预订人' || c, '138****0000', sha256((id * 10 + c)::text::bytea), account_id from companies, generate_series(1, 2) c;
insert into company_price (merchant_id, company_id, model_id, day_fen)
select c.merchant_id, c.id, d.id, 20000 from companies c join bench.model d on d.merchant_id = c.merchant_id and d.n <= 5;

-- Prices of the days ahead in the pools of the three largest stores, and how prices came to be.
insert into price_calendar (merchant_id, store_id, model_id, date, price_fen)
select s.merchant_id, s.id, d.id, g.now::date + ahead, 25000
from bench.given g, bench.store s join bench.model d using (merchant_id), generate_series(40, 60) ahead where s.n <= 3;
insert into price_change (merchant_id, kind, store_id, model_id, source, after, account_id, at)
select r.merchant_id, 'rule', r.store_id, r.model_id, 0,
  '{"tiers":[],"enabled":true,"minDays":1,"basePrice":20000,"weekendDays":[6,7],"overHourDivisor":6,"discountOnHoliday":false}', r.account_id,
  r.created_at
from bench.rental r where bench.dice(r.seed, 80) < 0.05;
insert into price_plan (merchant_id, publish_at, status, changes, rows, store_ids, model_ids, account_id, created_at, ended_at)
select m.id, at, 1, '[]', '[]', array[s.id], array[d.id], m.account_id, at - interval '1 day', at
from bench.given g, bench.merchant m join bench.store s on s.merchant_id = m.id and s.n = 1
  join bench.model d on d.merchant_id = m.id and d.n = 1,
  generate_series(g.now - interval '100 days', g.now - interval '1 day', interval '1 day') at;
insert into long_price (merchant_id, store_id, model_id, from_months, monthly_fen)
select s.merchant_id, s.id, d.id, months, 400000 from bench.store s join bench.model d using (merchant_id), unnest(array[1, 3, 12]) months;
insert into quote (merchant_id, inputs, snapshot, total_fen, input_hash, expires_at, used_by_order_id, created_at, created_by)
select p.merchant_id, '{}', '{}', p.total_fen, sha256(p.id::text::bytea), p.created_at + interval '1 hour', p.id, p.created_at, p.account_id
from bench.placed p where p.k >= -1;
insert into road_distance (merchant_id, origin, destination, metres, asked_at)
select m.id, '31.2,121.' || n, '31.1,121.4', 5000 + n, g.now from bench.given g, bench.merchant m, generate_series(1, 500) n;

-- Commissions: rules of a merchant, and ten years of statements of its first account with orders behind them.
create temp table commissions as
select nextval('row_id') as rule_id, m.id as merchant_id, m.account_id, n from bench.merchant m, generate_series(1, 100) n;
insert into commission_rule (merchant_id, id, kind, fen, from_month, created_at, created_by)
select merchant_id, rule_id, 1, 2000, '2000-01-01', g.now, account_id from bench.given g, commissions;
create temp table earned as
select nextval('row_id') as id, c.merchant_id, c.account_id, c.rule_id, o.first::date as month
from bench.given g, commissions c, generate_series(date_trunc('month', g.now) - interval '120 months', date_trunc('month', g.now) - interval '1 month',
  interval '1 month') o (first)
where c.n = 1 and not exists (select from commission_statement s
  where s.merchant_id = c.merchant_id and s.account_id = c.account_id and s.month = o.first::date);
insert into commission_statement (merchant_id, id, account_id, month, state, fen, created_at, created_by, updated_at)
select merchant_id, id, account_id, month, 1, 2000, month, account_id, month from earned;
insert into commission_line (merchant_id, statement_id, order_id, kind, month, rule_id, base, fen)
select e.merchant_id, e.id, r.id, 1, e.month, e.rule_id, 1, 2000
from earned e join (select merchant_id, id, row_number() over (partition by merchant_id order by id) as n from bench.rental) r
  on r.merchant_id = e.merchant_id and r.n <= 20;
-- No line is added to one that is confirmed.
update commission_statement s set state = 2, booked_on = s.month + 40, confirmed_at = s.month + 40, confirmed_by = s.account_id
from earned e where s.merchant_id = e.merchant_id and s.id = e.id;

-- Garages and others whom the merchant owes, their bills of two years, most of them paid by runs of twenty bills.
create temp table payees as
select nextval('row_id') as id, m.id as merchant_id, m.account_id, n from bench.merchant m, generate_series(1, greatest(30, m.vehicles / 10)) n;
insert into payee (merchant_id, id, kind, name, account_enc, account_mask, account_at, created_at, created_by, updated_at)
select merchant_id, id, 1 + n % 4, '收款方' || n, '\x00', '****' || lpad(n::text, 4, '0'), g.now, g.now, account_id, g.now from bench.given g, payees;
create temp table billed as
select nextval('row_id') as id, p.id as payee_id, p.merchant_id, p.account_id, 1000 + (p.n * 37 + month) % 9000 as fen, month <= 22 as paid,
  (g.now - interval '24 months' + month * interval '1 month')::date as day, row_number() over (partition by p.merchant_id order by month, p.n) as place
from bench.given g, payees p, generate_series(1, 24) month;
insert into payable_bill (merchant_id, id, payee_id, source, bill_no, what, billed_on, due_on, booked_on, fen, paid_fen, state, posted,
  created_at, created_by, updated_at)
select merchant_id, id, payee_id, 2, 'B' || id, '维修费', day, day + 30, day, fen, case when paid then fen else 0 end, case when paid then 3 else 1 end,
  true, day, account_id, day from billed;
insert into payable_line (merchant_id, bill_id, origin, ref_id, vehicle_id, fen)
select b.merchant_id, b.id, 1, b.id, v.id, b.fen from billed b
  join (select merchant_id, id, row_number() over (partition by merchant_id order by id) as n, count(*) over (partition by merchant_id) as cars from vehicle
    where merchant_id in (select id from bench.merchant) and id > (select id from bench.begin)) v
    on v.merchant_id = b.merchant_id and v.n = 1 + b.place % v.cars;
insert into payable_accrual (merchant_id, origin, ref_id, month, fen, bill_id, created_at, created_by)
select merchant_id, 1, id, date_trunc('month', day)::date, fen, id, day, account_id from billed where place % 10 = 0;
create temp table runs as
select nextval('row_id') as id, merchant_id, place / 20 as n, min(account_id) as account_id, sum(fen) as fen, count(*)::int as bills, max(day) as day
from billed where paid group by merchant_id, place / 20;
insert into payment_run (merchant_id, id, run_no, state, fen, bill_count, paid_on, created_at, created_by, updated_at)
select merchant_id, id, 'FK' || n || '-1', 4, fen, bills, day, day, account_id, day from runs;
insert into payment_run_bill (merchant_id, run_id, bill_id, fen, live)
select b.merchant_id, r.id, b.id, b.fen, false from billed b join runs r on r.merchant_id = b.merchant_id and r.n = b.place / 20 where b.paid;
insert into payable_payment (merchant_id, bill_id, run_id, fen, pay_way, paid_on, created_at, created_by)
select b.merchant_id, b.id, r.id, b.fen, 4, r.day, r.day, b.account_id from billed b join runs r on r.merchant_id = b.merchant_id and r.n = b.place / 20
where b.paid;
