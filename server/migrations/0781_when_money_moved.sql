-- Home asks for the cash that came today in no shift, and for what was billed a week ago after this time of the day. When an entry was
-- made stood in its transaction alone, which was looked up for each entry of the day. The entry says it too, and one index of each
-- answers without a row.
alter table ledger_entry add column posted_at timestamptz;
comment on column ledger_entry.posted_at is 'when its transaction was made: of an entry of money, and of what was billed (J1, J3, J4, J5); null for all others, and for those older than a week when it was first kept';

create or replace function ledger_money() returns trigger language plpgsql security definer set search_path = public as $$
declare
  txn record;
  way smallint;
  kind smallint;
  asked_by bigint;
  cashShift record;
begin
  select t.journal, t.idem_key, t.order_id, t.payment_id, t.account_id, t.posted_on, t.created_at into txn
    from ledger_txn t where t.merchant_id = new.merchant_id and t.id = new.txn_id;
  new.posted_at := txn.created_at;
  -- What belongs to no order is written by who knows all of this.
  if txn.order_id is null then return new; end if;
  if txn.payment_id is not null then
    select p.pay_way, p.pay_kind, p.created_by into way, kind, asked_by
      from payment p where p.merchant_id = new.merchant_id and p.id = txn.payment_id;
  elsif txn.journal = {journal.deducted} then
    select n.pay_way, {flowKind.deduction}, n.created_by into way, kind, asked_by
      from deposit_deduction n where n.merchant_id = new.merchant_id and 'J16:' || n.id = txn.idem_key and n.order_id = txn.order_id;
  end if;
  if way is null then return new; end if;
  if new.account = 'cash_offline' then
    new.account := case way when {payWay.cash} then 'cash_on_hand' when {payWay.bank} then 'bank' when {payWay.pos} then 'pos_clearing' when {payWay.other} then 'other_clearing'
      else new.account end;
  end if;
  new.pay_way := way;
  new.flow_kind := kind;
  new.moved_on := txn.posted_on;
  if way in ({payWay.cash}, {payWay.bank}, {payWay.pos}, {payWay.other}) then
    new.cashier_id := nullif(txn.account_id, 0);
    select s.id, s.store_id into cashShift from cash_shift s
      where s.merchant_id = new.merchant_id and s.cashier_id = txn.account_id and s.status = {shiftStatus.open} for share;
    new.shift_id := cashShift.id;
    new.store_id := cashShift.store_id;
  else
    new.cashier_id := nullif(asked_by, 0);
  end if;
  if new.store_id is null then
    new.store_id := (select case when way in ({payWay.cash}, {payWay.bank}, {payWay.pos}, {payWay.other}) and o.status = {orderStatus.returned} then o.return_store_id else o.store_id end
      from "order" o where o.merchant_id = new.merchant_id and o.id = txn.order_id);
  end if;
  return new;
end $$;

create function ledger_billed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.posted_at := (select t.created_at from ledger_txn t where t.merchant_id = new.merchant_id and t.id = new.txn_id
    and t.journal in ({journal.billed}, {journal.subsidised}, {journal.closed}, {journal.calledOff}));
  return new;
end $$;
alter function ledger_billed() owner to definer;
revoke all on function ledger_billed() from public;
create trigger ledger_billed before insert on ledger_entry for each row when (new.account = 'unearned') execute function ledger_billed();

-- Nobody asks for older ones.
alter table ledger_entry disable trigger ledger_entry_frozen;
update ledger_entry e set posted_at = t.created_at from ledger_txn t
 where t.merchant_id = e.merchant_id and t.id = e.txn_id and t.posted_on >= current_date - 9
   and (e.moved_on is not null or e.account = 'unearned' and t.journal in ({journal.billed}, {journal.subsidised}, {journal.closed}, {journal.calledOff}));
alter table ledger_entry enable trigger ledger_entry_frozen;

create index ledger_entry_loose on ledger_entry (merchant_id, moved_on, posted_at) include (store_id, cashier_id, debit_fen)
  where account = 'cash_on_hand' and shift_id is null and flow_kind not in ({flowKind.handIn}, {flowKind.difference}, {flowKind.float});
create index ledger_entry_billed on ledger_entry (merchant_id, posted_at) include (order_id, debit_fen, credit_fen)
  where account = 'unearned' and posted_at is not null;
-- The newest shift of a store: whatever came before it, it counted.
create index cash_shift_opened on cash_shift (merchant_id, store_id, opened_at);
