-- What a card of the order list says of refunds and deposits, kept on the order like its other sums: looked up for each
-- card it cost a page a third of its time. The server rebuilds both with every step that moves money or deposits.
alter table "order"
  add column refund_wait text check (refund_wait in ('failed', 'byHand')),
  add column held_deposit_fen bigint not null default 0 check (held_deposit_fen >= 0);
comment on column "order".refund_wait is 'Why money on its way back waits for a person: a payout failed for good, or a refund is to be paid by hand; null when none does';
comment on column "order".held_deposit_fen is 'In hand of collected deposits: held, not deducted, not back with the customer yet';

update "order" o set refund_wait = case when p.failed then 'failed' when p.by_hand then 'byHand' end
from (
  select merchant_id, order_id, bool_or(status = 3 and fail_count >= 5) as failed,
    bool_or(status = 0 and pay_mode = 4 and pay_kind not in (2, 3)) as by_hand
  from payment where direction = 'out' and status in (0, 3) group by merchant_id, order_id) p
where p.merchant_id = o.merchant_id and p.order_id = o.id and (p.failed or p.by_hand);

update "order" o set held_deposit_fen = d.fen
from (
  select merchant_id, order_id, sum(held_fen - captured_fen - released_fen) as fen
  from deposit where pay_status in (2, 3) group by merchant_id, order_id) d
where d.merchant_id = o.merchant_id and d.order_id = o.id and d.fen > 0;

-- The few orders whose refund waits: to-dos begin with them.
create index order_refund_wait on "order" (merchant_id, refund_wait) where refund_wait is not null;
