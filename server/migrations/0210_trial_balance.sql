-- 试算平衡表: what each account of the books began a closed month with, what was posted to it, and what it ended with. The rows of a
-- month are made from its entries and the rows of the month before, when it is closed, whatever program closes it; so whoever
-- asks for them reads no entries. Nobody else writes them, and like what they add up they never change.
create table trial_balance (
  merchant_id bigint not null default merchant(),
  month date not null check (month = date_trunc('month', month)),
  account text not null,
  opening_fen bigint not null,
  debit_fen bigint not null check (debit_fen >= 0),
  credit_fen bigint not null check (credit_fen >= 0),
  closing_fen bigint not null generated always as (opening_fen + debit_fen - credit_fen) stored,
  primary key (merchant_id, month, account)
);
comment on table trial_balance is 'balances are debits less credits; an account has a row of every month from its first entry on';
select tenant_table('trial_balance', '');
grant insert on trial_balance to definer;

create trigger trial_balance_frozen before update or delete on trial_balance for each row execute function ledger_frozen();

-- Every month that has no rows yet, up to the one given.
create function fill_trial_balance(of_merchant bigint, through date) returns void
  language plpgsql security definer set search_path = public as $$
declare
  next_month date := coalesce(
    (select (max(b.month) + interval '1 month')::date from trial_balance b where b.merchant_id = of_merchant),
    (select date_trunc('month', min(t.posted_on))::date from ledger_txn t where t.merchant_id = of_merchant));
begin
  while next_month <= through loop
    insert into trial_balance (merchant_id, month, account, opening_fen, debit_fen, credit_fen)
    select of_merchant, next_month, x.account, sum(x.opening), sum(x.debit), sum(x.credit)
      from (
        select b.account, b.closing_fen as opening, 0 as debit, 0 as credit from trial_balance b
          where b.merchant_id = of_merchant and b.month = next_month - interval '1 month'
        union all
        select e.account, 0, e.debit_fen, e.credit_fen
          from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id
          where t.merchant_id = of_merchant and t.posted_on >= next_month and t.posted_on < next_month + interval '1 month') x
      group by x.account;
    next_month := next_month + interval '1 month';
  end loop;
end $$;

create function closed_month_balanced() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform fill_trial_balance(new.merchant_id, new.month);
  return null;
end $$;
create trigger closed_month_balanced after insert on closed_month for each row execute function closed_month_balanced();

select fill_trial_balance(merchant_id, max(month)) from closed_month group by merchant_id;

alter function fill_trial_balance(bigint, date) owner to definer;
alter function closed_month_balanced() owner to definer;
revoke all on function fill_trial_balance(bigint, date) from public;
