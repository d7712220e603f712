-- What platforms were told of the orders of bench.placed that they sold, and their statements. Runs as superuser with triggers off.

insert into merchant_channel (merchant_id, source)
select m.id, source from bench.merchant m, generate_series(2, 6) source on conflict do nothing;
insert into site (merchant_id, name) select id, 'bench-' || id from bench.merchant;
insert into site_host (merchant_id, host, token, proved_at, leads, checked_at)
select id, 'rent-' || id || '.example.com', md5(id::text), g.now, true, g.now from bench.given g, bench.merchant;
insert into site_host_claim (host, merchant_id, at) select host, merchant_id, proved_at from site_host;
insert into site_place (merchant_id, no, code, name) select m.id, n, 'p' || n, 'bench' from bench.merchant m, generate_series(1, 9) n;
insert into site_count (merchant_id, day, place, step, n)
select m.id, (g.now at time zone 'Asia/Shanghai')::date - d, case when n = 0 then '' else 'p' || n end, step, 7
from bench.given g, bench.merchant m, generate_series(0, 89) d, generate_series(0, 9) n, generate_series(1, 4) step;
insert into site_lack (merchant_id, day, wanted_on, model_id, n)
select o.merchant_id, (g.now at time zone 'Asia/Shanghai')::date - d, (g.now at time zone 'Asia/Shanghai')::date - d + ahead, o.id, 2
from bench.given g, model o, generate_series(0, 89) d, generate_series(1, 5) ahead;
insert into site_booking (merchant_id, order_id, place)
select merchant_id, id, 'p1' from bench.placed where source <> 1 and status > 0 and bench.dice(id, 92) < 0.3;
insert into site_wechat (merchant_id, mobile_hash, mobile_enc, openid_hash, openid_enc, proved_at)
select m.id, sha256(('mobile' || n)::bytea), '\x00', sha256(('user' || n)::bytea), '\x00', g.now - n * interval '1 hour'
from bench.given g, bench.merchant m, generate_series(1, 2000) n;
insert into coupon (merchant_id, code, name, kind, fen, rate_bp, least_fen, once_per_customer, is_on, created_by)
select m.id, 'BENCH' || n, 'bench', 1, 5000, 0, 0, false, n <= 5, 0 from bench.merchant m, generate_series(1, 20) n;
insert into coupon_use (merchant_id, order_id, coupon_id, fen, at, void)
select p.merchant_id, p.id, c.id, 5000, p.created_at, p.status in (7, 8) from bench.placed p
  join lateral (select id from coupon c where c.merchant_id = p.merchant_id order by id offset p.seed % 20 limit 1) c on true
where p.source <> 1 and p.status > 0 and bench.dice(p.id, 91) < 0.1;

create temp table sold as
select p.*, 'C' || p.seed as no, key.id as key_id, row_number() over (partition by p.merchant_id, p.source order by p.id) as seq
from bench.placed p
  join lateral (select id from channel_key c where c.merchant_id = p.merchant_id order by id limit 1) key on true
where p.source <> 1 and p.status > 0;

insert into channel_order (merchant_id, source, channel_order_no, input_hash, order_id, key_id, created_at)
select merchant_id, source, no, sha256(no::bytea), id, key_id, created_at from sold;

insert into channel_event (merchant_id, source, order_id, xid, was, data, at, seq, state, due_at, until_at, delivered_at)
select s.merchant_id, s.source, s.id, '3', e.was, jsonb_build_object('status', s.status, 'orderNo', s.no, 'channelOrderNo', s.no,
    'storeId', s.store_id::text, 'returnStoreId', s.return_store_id::text, 'modelId', s.model_id::text, 'pickupAt', epoch_ms(s.pickup_at),
    'returnAt', epoch_ms(s.return_at), 'totalFen', s.total_fen, 'penaltyFen', 0),
  s.created_at, s.seq * 3 + e.n, 2, s.created_at, s.created_at + interval '2 days', s.created_at
from sold s, (values (0, null::int), (1, 3), (2, 4)) e (n, was);

insert into channel_log (merchant_id, source, outgoing, name, channel_order_no, status, code, failed, ms, key_id, at)
select merchant_id, source, outgoing, name, no, 200, 0, bench.dice(id, 70) < 0.01, 12, case when not outgoing then key_id end, created_at
from sold, (values (false, 'POST /open/v1/quotes'), (false, 'POST /open/v1/orders'), (false, 'GET /open/v1/orders'),
  (true, 'order.confirmed'), (true, 'order.picked_up'), (true, 'order.returned')) l (outgoing, name);

insert into channel_statement_line (merchant_id, source, month, channel_order_no, order_id, net_fen, commission_fen, ours_fen,
  ours_commission_fen, result, state, created_at, created_by)
select merchant_id, source, date_trunc('month', pickup_at at time zone 'Asia/Shanghai')::date, no, id, total_fen, 0, total_fen, 0, 0, 2,
  pickup_at, account_id
-- The statement of a month is imported at once.
from sold where status = 6 order by 2, 3;

insert into channel_mapping (merchant_id, source, store_id, their_code, their_name)
select s.merchant_id, source, s.id, 'S' || s.n, '门店' || s.n from bench.store s, generate_series(3, 6) source;
insert into channel_mapping (merchant_id, source, model_id, their_code, their_name)
select m.merchant_id, source, m.id, 'M' || m.n, '车型' || m.n from bench.model m, generate_series(3, 6) source;
