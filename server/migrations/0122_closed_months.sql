-- 月结: once a month is closed nothing is posted into it, or into one before it, by whatever program. Postings share a lock that
-- who closes takes alone: what is under way then is waited for, and what comes after sees the month closed.
create table closed_month (
  merchant_id bigint not null default merchant(),
  month date not null check (month = date_trunc('month', month)),
  closed_at timestamptz not null default app_now(),
  closed_by bigint not null default actor(),
  primary key (merchant_id, month)
);
comment on table closed_month is 'the first day of a month up to whose end the books are closed';
select tenant_table('closed_month', 'insert');

create function closed_month_stays() returns trigger language plpgsql as $$
begin raise exception 'a closed month stays closed'; end $$;
create trigger closed_month_stays before update or delete on closed_month for each row execute function closed_month_stays();

create function closed_month_in_turn() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('books', new.merchant_id));
  if (new.month + interval '1 month') at time zone 'Asia/Shanghai' > app_now() then
    raise exception 'month % is not over', new.month using errcode = 'check_violation';
  end if;
  if exists (select from closed_month c where c.merchant_id = new.merchant_id and c.month >= new.month) then
    raise exception 'month % is closed', new.month using errcode = 'CY001';
  end if;
  return new;
end $$;
create trigger closed_month_in_turn before insert on closed_month for each row execute function closed_month_in_turn();

create or replace function ledger_txn_written() returns trigger language plpgsql as $$
begin
  new.written_in := pg_current_xact_id();
  perform pg_advisory_xact_lock_shared(hashtextextended('books', new.merchant_id));
  if exists (select from closed_month c where c.merchant_id = new.merchant_id and c.month >= date_trunc('month', new.posted_on)) then
    raise exception 'the month of % is closed', new.posted_on using errcode = 'CY001';
  end if;
  return new;
end $$;
