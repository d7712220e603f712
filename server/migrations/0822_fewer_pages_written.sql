-- A booking reads the plates of its pool, writes a notification for each member of staff, and adds to what its order has not earned.
-- The index of a pool carries the plates, so that no vehicle is read.
drop index vehicle_pool;
create index vehicle_pool on vehicle (merchant_id, home_store_id, model_id) include (id, current_store_id, plate) where lifecycle = {lifecycle.inService};

-- A notification is only ever found by its account (or by what it is about): one key instead of two.
alter table notification drop constraint notification_pkey, add primary key (merchant_id, account_id, id);
drop index notification_account;

-- Only an amount that has become zero is looked for again.
create or replace function ledger_summed() returns trigger language plpgsql security definer set search_path = public as $$
declare
  settled bigint[];
begin
  insert into ledger_change (merchant_id, posted_on, account, n, debit_fen, credit_fen)
  select merchant_id, posted_on, account, count(*), sum(debit_fen), sum(credit_fen) from posted group by 1, 2, 3;
  if exists (select from posted where account = 'unearned' and order_id is not null) then
    with kept as (
      insert into order_unearned as u (merchant_id, order_id, fen)
      select merchant_id, order_id, sum(credit_fen - debit_fen) from posted where account = 'unearned' and order_id is not null group by 1, 2
      on conflict (merchant_id, order_id) do update set fen = u.fen + excluded.fen
      returning u.order_id, u.fen)
    select array_agg(order_id) into settled from kept where fen = 0;
    if settled is not null then
      delete from order_unearned u using posted p
       where u.merchant_id = p.merchant_id and u.order_id = p.order_id and u.order_id = any (settled) and u.fen = 0;
    end if;
  end if;
  return null;
end $$;
