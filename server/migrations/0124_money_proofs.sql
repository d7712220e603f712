-- What proves money (a voucher's picture by the digest of its bytes, the number of a slip or of a provider) proves one movement
-- only: of two that name the same, also at once, the second is refused and told who has it (orders.md §11.2.4).
create table money_proof (
  merchant_id bigint not null default merchant(),
  mark text not null check (length(mark) between 4 and 100),
  record_id bigint not null,
  order_id bigint,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, mark)
);
comment on table money_proof is 'mark: file:<sha-256> or no:<number without spaces and dashes>; record_id: the payment, hand-in, reimbursement … that it proves';
select tenant_table('money_proof', 'insert');

-- What is proven already; of those that were used twice the first has it.
insert into money_proof (merchant_id, mark, record_id, order_id, created_at, created_by)
select distinct on (merchant_id, sha256) merchant_id, 'file:' || encode(sha256, 'hex'), biz_id, order_id, linked_at, uploader_id
  from media where biz = 'voucher' and linked_at is not null and biz_id is not null
 order by merchant_id, sha256, linked_at, id;
insert into money_proof (merchant_id, mark, record_id, order_id, created_at, created_by)
select distinct on (merchant_id, mark) merchant_id, mark, id, order_id, created_at, created_by
  from (select *, 'no:' || upper(regexp_replace(provider_no, '[\s-]', '', 'g')) as mark from payment
    where direction = 'in' and status = 2 and hold_id is null and length(provider_no) between 4 and 90) p
 order by merchant_id, mark, id;

alter table till_hand_in add column slip_no text not null default '' check (length(slip_no) <= 64);
