-- What the counters and the books keep besides the ledger, for the rentals of bench.rental. Runs as superuser with triggers off.

-- A shift of every store on every day of the orders.
create temp table shifts as
select nextval('row_id') as id, s.merchant_id, s.id as store_id, m.account_id, opened_at
from bench.store s join bench.merchant m on m.id = s.merchant_id
  join (select merchant_id, min(actual_pickup_at) as since, max(now) as until from bench.rental group by 1) r on r.merchant_id = m.id,
  generate_series(date_trunc('day', r.since), r.until - interval '2 days', interval '1 day') opened_at;

insert into cash_shift (merchant_id, id, store_id, cashier_id, status, opening_fen, opened_at, closed_at, closed_by)
select merchant_id, id, store_id, account_id, 1, 50000, opened_at, opened_at + interval '14 hours', account_id from shifts;
insert into cash_count (merchant_id, shift_id, pay_way, expected_fen, counted_fen)
select merchant_id, id, 3, 100000, 100000 from shifts;
insert into cash_hand_in (merchant_id, store_id, shift_id, amount_fen, created_at, created_by)
select merchant_id, store_id, id, 50000, opened_at + interval '14 hours', account_id from shifts;
insert into arrival (merchant_id, store_id, account, amount_fen, fee_fen, slip_no, created_at, created_by)
select merchant_id, store_id, 'pos_clearing', 50000, 300, 'DZ' || id, opened_at + interval '1 day', account_id from shifts;

-- An account with a line of its statement for one rental in ten: all but a few of the last days are matched to a voucher of it.
insert into bank_account (merchant_id, kind, name, account_no, opening_on, opening_fen, created_at, created_by)
select merchant_id, 1, '工行', '1001' || merchant_id, min(opened_at)::date, 0, min(opened_at), min(account_id) from shifts group by merchant_id on conflict do nothing;
create temp table lined as
select nextval('row_id') as id, nextval('row_id') as match_id, r.merchant_id, b.id as bank_id, r.actual_pickup_at as at, r.total_fen, r.account_id, t.id as txn_id,
  bench.dice(r.seed, 54) < 0.95 or r.actual_pickup_at < r.now - interval '20 days' as matched
from bench.rental r join bank_account b on b.merchant_id = r.merchant_id and b.account_no = '1001' || b.merchant_id
  join (select merchant_id, order_id, min(id) as id from ledger_txn where order_id is not null group by 1, 2) t on t.merchant_id = r.merchant_id and t.order_id = r.id
where bench.dice(r.seed, 53) < 0.1 and r.total_fen > 0;
insert into bank_match (merchant_id, id, by_rule, reason, created_at, created_by)
select merchant_id, match_id, true, '对方户名相同，金额相同', at, account_id from lined where matched;
insert into bank_match_entry (merchant_id, match_id, txn_id, fen, posted_on)
select l.merchant_id, l.match_id, l.txn_id, l.total_fen, t.posted_on
from lined l join ledger_txn t on t.merchant_id = l.merchant_id and t.id = l.txn_id where l.matched;
insert into bank_line (merchant_id, id, account_id, on_day, at, fen, balance_fen, party, note, line_no, mark, state, match_id, created_at, created_by)
select merchant_id, id, bank_id, at::date, at, total_fen, total_fen, '客户' || id % 1000, '转账 租车款', 'N' || id, 'no:N' || id, case when matched then 1 else 0 end,
  case when matched then match_id end, at, account_id from lined;
insert into bank_day (merchant_id, account_id, on_day, line_count, fen) select merchant_id, account_id, on_day, count(*), sum(fen) from bank_line
  where account_id in (select bank_id from lined) group by 1, 2, 3
on conflict (merchant_id, account_id, on_day) do update set line_count = excluded.line_count, fen = excluded.fen;

-- Invoices of suppliers: one for ten rentals, most of them deducted.
insert into input_invoice (merchant_id, number, kind, seller, issued_on, net_fen, tax_fen, state, month, created_at, created_by)
select merchant_id, '9' || lpad(id::text, 19, '0'), 1 + n % 2, '供应商' || n % 50, actual_pickup_at::date, 100000, 13000,
  case when n % 10 = 0 then 1 else 2 end, case when n % 10 <> 0 then date_trunc('month', actual_pickup_at)::date end, actual_pickup_at, account_id
from bench.rental where bench.dice(seed, 55) < 0.1;

insert into receipt (merchant_id, payer, pay_way, amount_fen, slip_no, created_at, created_by)
select merchant_id, '公司' || n % 100, 4, total_fen, 'HK' || id, actual_pickup_at, account_id
from bench.rental where bench.dice(seed, 50) < 0.1;

insert into money_proof (merchant_id, mark, record_id, created_at, created_by)
select merchant_id, 'slip:' || slip_no, id, created_at, created_by from receipt where slip_no like 'HK%';

create temp table invoiced as
select nextval('row_id') as id, merchant_id, id as order_id, n, total_fen, actual_return_at as at, account_id, waits
from bench.rental where status = 6 and bench.dice(seed, 51) < 0.2;
insert into invoice (merchant_id, id, status, kind, title, tax_no, amount_fen, rate_bp, tax_fen, number, issued_on, created_at, created_by,
  updated_at)
select merchant_id, id, case when waits then 0 else 1 end, 1, '公司' || n % 100, '91310000' || lpad((n % 100)::text, 10, '0'), total_fen, 1300, 0,
  case when waits then '' else lpad(id::text, 20, '0') end, case when not waits then at::date end, at, account_id, at
from invoiced;
insert into invoice_part (merchant_id, invoice_id, order_id, amount_fen) select merchant_id, id, order_id, total_fen from invoiced;
-- Returns of the months that are over: their invoices, and what the adviser said.
insert into tax_setting (merchant_id, threshold_fen, city_bp, halved, carry_fen, posted, reason)
select distinct merchant_id, 30000000, 700, true, 0, false, '顾问意见' from shifts on conflict do nothing;
create temp table filed as
select nextval('row_id') as id, m.merchant_id, m.account_id, o.first::date as from_on, (o.first + interval '1 month' - interval '1 day')::date as to_on
from (select distinct merchant_id, min(account_id) over (partition by merchant_id) as account_id from shifts) m, bench.given g,
  generate_series(date_trunc('month', g.now) - interval '14 months', date_trunc('month', g.now) - interval '2 months', interval '1 month') o (first)
where not exists (select from tax_return r where r.merchant_id = m.merchant_id and r.from_on = o.first::date);
insert into tax_return (merchant_id, id, form, from_on, to_on, lines, income, pay_fen, carry_fen, input_fen, created_at, created_by)
select merchant_id, id, 2, from_on, to_on, '[]', '[]', 100000, 0, 0, to_on, account_id from filed;
insert into tax_return_invoice (merchant_id, return_id, invoice_id, red)
select i.merchant_id, f.id, i.id, false from filed f join invoice i on i.merchant_id = f.merchant_id and i.issued_on between f.from_on and f.to_on
  and i.status in (1, 2) on conflict do nothing;


insert into deposit_deduction (merchant_id, order_id, deposit_id, amount_fen, lines, mode, result, out_request_no, created_at, created_by)
select d.merchant_id, d.order_id, d.id, 5000, '[{"code":"fuel","amount":5000}]', 6, 2, 'K' || d.id, r.actual_return_at, r.account_id
from bench.rental r join deposit d on d.merchant_id = r.merchant_id and d.order_id = r.id and d.kind = 1
where r.status = 6 and not r.waived and bench.dice(r.seed, 52) < 0.05;

insert into deposit_hold (merchant_id, order_id, deposit_id, pay_way, status, amount_fen, released_fen, auth_no, card_tail, expire_at,
  created_at, created_by)
select d.merchant_id, d.order_id, d.id, 5, 2, d.amount_fen, d.amount_fen, 'A' || d.id, '0000', r.return_at, r.created_at, r.account_id
from bench.rental r join deposit d on d.merchant_id = r.merchant_id and d.order_id = r.id and d.kind = 1
where r.status = 6 and not r.waived and bench.dice(r.seed, 53) < 0.1;

-- A bill of the provider for every day, with the payments that it tells.
create temp table bills as
select nextval('row_id') as id, c.merchant_id, c.id as channel_id, day::date
from (select distinct on (merchant_id) merchant_id, id from pay_channel where merchant_id in (select id from bench.merchant) order by 1, 2) c
  join (select merchant_id, min(actual_pickup_at) as since, max(now) as until from bench.rental group by 1) r on r.merchant_id = c.merchant_id,
  generate_series(date_trunc('day', r.since), r.until - interval '6 days', interval '1 day') day
where not exists (select from pay_bill b where b.merchant_id = c.merchant_id and b.channel_id = c.id and b.day = day.day::date);
insert into pay_bill (merchant_id, id, channel_id, day, state, line_count, in_fen, compared_at, created_at)
select merchant_id, id, channel_id, day, 2, 10, 100000, day + 1, day + 1 from bills;
insert into bill_line (merchant_id, channel_id, kind, out_no, bill_id, provider_no, amount_fen, fee_fen)
select b.merchant_id, b.channel_id, 1, 'P' || r.id, b.id, '42' || r.id, r.total_fen, 100
from bills b join bench.rental r on r.merchant_id = b.merchant_id and r.actual_pickup_at::date = b.day;
insert into bill_difference (merchant_id, bill_id, kind, state, line_kind, out_no, theirs_fen, reason, cleared_at, cleared_by)
select b.merchant_id, b.id, 1, 2, 1, 'X' || b.id || n, 100, '补记', b.day + 1, m.account_id
from bills b join bench.merchant m on m.id = b.merchant_id, generate_series(1, 10) n;

-- A year of closed months before the orders of the last four, with their vouchers.
create temp table months as
select m.id as merchant_id, m.account_id, m.orders, month::date
from bench.given g, bench.merchant m,
  generate_series(date_trunc('month', g.now) - interval '16 months', date_trunc('month', g.now) - interval '5 months', interval '1 month') month;
insert into bookkeeping_month (merchant_id, month, vouchers, made_at, made_by)
select merchant_id, month, greatest(1, orders / 12), month + interval '40 days', account_id from months;
insert into bookkeeping_line (merchant_id, month, number, line, day, journal, account, debit_fen, credit_fen, rate_bp)
select merchant_id, month, n, l.line, month + n % 28, 1, l.account, l.debit, l.credit, 1300
from months, generate_series(1, greatest(1, orders / 12)) n,
  (values (1, 'customer_receivable', 10000, 0), (2, 'rent_income', 0, 10000)) l (line, account, debit, credit);

insert into ledger_correction (merchant_id, txn_id, reason, created_at, created_by)
select t.merchant_id, t.id, '记错门店', t.created_at, r.account_id
from bench.rental r join ledger_txn t on t.merchant_id = r.merchant_id and t.order_id = r.id and t.journal = 2 where r.n % 40 = 0;
