-- A balance of an open month added up every entry since the last month that was closed, and an account was listed by walking all entries
-- of its days. What is posted to an account on a day, and in a month, is kept as sums, as those of orders are (0015): who posts adds rows
-- to `ledger_change` and waits for nobody, a timer adds those to `ledger_sum`. A balance is the months before, the days since, and what
-- is not added yet. An entry says the day of its transaction, so that an index has the entries of an account in the order of its list.
alter table ledger_entry add column posted_on date;
comment on column ledger_entry.posted_on is 'the day of its transaction';

create table ledger_sum (
  merchant_id bigint not null default merchant(),
  span text not null check (span in ('month', 'day')),
  from_on date not null,
  account text not null,
  n bigint not null,
  debit_fen bigint not null,
  credit_fen bigint not null,
  primary key (merchant_id, span, from_on, account) include (n, debit_fen, credit_fen)
) with (autovacuum_vacuum_scale_factor = 0.05);
comment on table ledger_sum is 'what was posted to an account on a day, and in the month that begins with it, and by how many entries (n)';
select tenant_table('ledger_sum', '');
grant insert, update, delete on ledger_sum to definer;
create policy scope on ledger_sum as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

create table ledger_change (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  posted_on date not null,
  account text not null,
  n bigint not null,
  debit_fen bigint not null,
  credit_fen bigint not null,
  primary key (merchant_id, id)
);
comment on table ledger_change is 'what was posted and is not in ledger_sum yet';
select tenant_table('ledger_change', '');
grant insert, delete on ledger_change to definer;
create policy scope on ledger_change as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

create function ledger_summed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into ledger_change (merchant_id, posted_on, account, n, debit_fen, credit_fen)
  select merchant_id, posted_on, account, count(*), sum(debit_fen), sum(credit_fen) from posted group by 1, 2, 3;
  return null;
end $$;
alter function ledger_summed() owner to definer;
revoke all on function ledger_summed() from public;
create trigger ledger_summed after insert on ledger_entry referencing new table as posted for each statement execute function ledger_summed();

create or replace function ledger_entry_fits() returns trigger language plpgsql security definer set search_path = public as $$
declare
  txn record;
begin
  select t.order_id, t.written_in, t.journal, t.posted_on, t.created_at into txn
    from ledger_txn t where t.merchant_id = new.merchant_id and t.id = new.txn_id;
  if txn.written_in is distinct from pg_current_xact_id() then
    raise exception 'ledger transaction % was written before and takes no more entries', new.txn_id
      using errcode = 'check_violation';
  end if;
  if txn.order_id is distinct from new.order_id then
    raise exception 'an entry of ledger transaction % names another order', new.txn_id using errcode = 'check_violation';
  end if;
  new.posted_on := coalesce(new.posted_on, txn.posted_on);
  if txn.posted_on is distinct from new.posted_on then
    raise exception 'an entry of ledger transaction % names another day', new.txn_id using errcode = 'check_violation';
  end if;
  if new.account = 'unearned' and txn.journal in ({journal.billed}, {journal.subsidised}, {journal.closed}, {journal.calledOff}) then
    new.posted_at := txn.created_at;
    insert into tally_change (merchant_id, name, store_id, return_store_id, n)
    select new.merchant_id, 'billed ' || to_char(txn.posted_on, 'YYYY-MM-DD'), o.store_id, o.return_store_id, new.credit_fen - new.debit_fen
      from "order" o where o.merchant_id = new.merchant_id and o.id = txn.order_id;
  end if;
  return new;
end $$;

create function ledger_fold() returns void language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger_sum', merchant()));
  with gone as (delete from ledger_change where merchant_id = merchant() returning posted_on, account, n, debit_fen, credit_fen)
  insert into ledger_sum (span, from_on, account, n, debit_fen, credit_fen)
  select s.span, s.from_on, g.account, sum(g.n), sum(g.debit_fen), sum(g.credit_fen)
    from gone g cross join lateral (values ('day', g.posted_on), ('month', date_trunc('month', g.posted_on)::date)) s (span, from_on)
   group by 1, 2, 3
  on conflict (merchant_id, span, from_on, account) do update
    set n = ledger_sum.n + excluded.n, debit_fen = ledger_sum.debit_fen + excluded.debit_fen, credit_fen = ledger_sum.credit_fen + excluded.credit_fen;
end $$;
alter function ledger_fold() owner to definer;
revoke all on function ledger_fold() from public;
grant execute on function ledger_fold() to tenant;

create function timer_due_ledgersums(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select c.merchant_id, c.merchant_id from ledger_change c where c.merchant_id > after_id
   group by 1 having count(*) >= 100 order by 1 limit most
$$;
alter function timer_due_ledgersums(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_ledgersums(timestamptz,bigint,int) from public;

create function ledger_sums_anew() returns void language sql set search_path = public as $$
  truncate ledger_sum, ledger_change;
  insert into ledger_sum (merchant_id, span, from_on, account, n, debit_fen, credit_fen)
  select e.merchant_id, s.span, s.from_on, e.account, count(*), sum(e.debit_fen), sum(e.credit_fen)
    from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id
      cross join lateral (values ('day', t.posted_on), ('month', date_trunc('month', t.posted_on)::date)) s (span, from_on)
   group by 1, 2, 3, 4 order by 1, 2, 3, 4;
$$;
revoke all on function ledger_sums_anew() from public;

alter table ledger_entry disable trigger ledger_entry_frozen;
update ledger_entry e set posted_on = t.posted_on from ledger_txn t where t.merchant_id = e.merchant_id and t.id = e.txn_id;
alter table ledger_entry enable trigger ledger_entry_frozen;
select ledger_sums_anew();

create index ledger_entry_account on ledger_entry (merchant_id, account, posted_on, id);
