-- 交接班 (orders.md §11.2.1): a cashier's shift from the count it begins with to the counts it ends with, and cash handed in to
-- the bank (J23). What is taken or paid by hand falls into the open shift of who recorded it; the entry is written under a
-- share of the shift's lock, so a shift that is being closed takes nothing more.
create table till_shift (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  cashier_id bigint not null default actor(),
  status smallint not null default 0 check (status in (0, 1)),
  opening_fen bigint not null check (opening_fen >= 0),
  opened_at timestamptz not null default app_now(),
  closed_at timestamptz,
  closed_by bigint,
  signed_by bigint,
  reason text not null default '' check (length(reason) <= 200),
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id)
);
comment on table till_shift is 'status 0 进行中 1 已交班; opening_fen: cash counted at the beginning; signed_by: the second person of a difference';
create unique index till_shift_open on till_shift (merchant_id, cashier_id) where status = 0;
create index till_shift_store on till_shift (merchant_id, store_id, id);
create index till_shift_cashier on till_shift (merchant_id, cashier_id, id);
select tenant_table('till_shift');
select store_scoped('till_shift', 'store_id');
grant update (status) on till_shift to definer;

create table till_count (
  merchant_id bigint not null default merchant(),
  shift_id bigint not null,
  pay_way smallint not null check (pay_way in (3, 4, 5, 7)),
  expected_fen bigint not null,
  counted_fen bigint not null,
  primary key (merchant_id, shift_id, pay_way),
  foreign key (merchant_id, shift_id) references till_shift (merchant_id, id)
);
comment on table till_count is 'what a shift should have had of each way when it ended, and what was counted';
select tenant_table('till_count', 'insert');

create table till_hand_in (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  shift_id bigint,
  amount_fen bigint not null check (amount_fen > 0),
  note text not null default '' check (length(note) <= 200),
  voucher_ids bigint[] not null default '{}',
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id)
);
comment on table till_hand_in is 'cash taken to the bank; shift_id null: cash that lay outside of any shift';
select tenant_table('till_hand_in', 'insert');
select store_scoped('till_hand_in', 'store_id');

alter table ledger_entry add column shift_id bigint;
comment on column ledger_entry.shift_id is 'the shift that an entry of money by hand fell into';
create index ledger_entry_shift on ledger_entry (merchant_id, shift_id) where shift_id is not null;

create or replace function ledger_money() returns trigger language plpgsql security definer set search_path = public as $$
declare
  txn record;
  way smallint;
  kind smallint;
  asked_by bigint;
  till record;
begin
  select t.journal, t.idem_key, t.order_id, t.payment_id, t.account_id, t.posted_on into txn
    from ledger_txn t where t.merchant_id = new.merchant_id and t.id = new.txn_id;
  -- What belongs to no order is written by who knows all of this.
  if txn.order_id is null then return new; end if;
  if txn.payment_id is not null then
    select p.pay_way, p.pay_kind, p.created_by into way, kind, asked_by
      from payment p where p.merchant_id = new.merchant_id and p.id = txn.payment_id;
  elsif txn.journal = 16 then
    select n.pay_way, 12, n.created_by into way, kind, asked_by
      from deposit_deduction n where n.merchant_id = new.merchant_id and 'J16:' || n.id = txn.idem_key and n.order_id = txn.order_id;
  end if;
  if way is null then return new; end if;
  if new.account = 'cash_offline' then
    new.account := case way when 3 then 'cash_on_hand' when 4 then 'bank' when 5 then 'pos_clearing' when 7 then 'other_clearing'
      else new.account end;
  end if;
  new.pay_way := way;
  new.flow_kind := kind;
  new.moved_on := txn.posted_on;
  if way in (3, 4, 5, 7) then
    new.cashier_id := nullif(txn.account_id, 0);
    select s.id, s.store_id into till from till_shift s
      where s.merchant_id = new.merchant_id and s.cashier_id = txn.account_id and s.status = 0 for share;
    new.shift_id := till.id;
    new.store_id := till.store_id;
  else
    new.cashier_id := nullif(asked_by, 0);
  end if;
  if new.store_id is null then
    new.store_id := (select o.store_id from "order" o where o.merchant_id = new.merchant_id and o.id = txn.order_id);
  end if;
  return new;
end $$;
