-- What waits for a person is a row. Home, the counters, the list of the day and the filter of the order list each found it anew by
-- conditions over orders, payments, deposits and tasks. The rows of a subject are what a function of its facts says
-- (`pendingWorkOf` of packages/domain/src/platform/pending-work), written in the transaction that changes them; a nightly job compares.
create table pending_work (
  merchant_id bigint not null default merchant(),
  subject text not null check (subject in ('order')),
  subject_id bigint not null,
  kind text not null,
  order_kind smallint not null,
  store_id bigint not null,
  return_store_id bigint not null,
  created_by bigint not null,
  counts_from timestamptz,
  counts_until timestamptz,
  counts_fen bigint,
  listed_from timestamptz,
  due_at timestamptz,
  listed_fen bigint,
  promised_at timestamptz,
  assignee_id bigint,
  except_id bigint,
  primary key (merchant_id, subject, subject_id, kind),
  check ((listed_from is null) = (due_at is null))
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
comment on table pending_work is 'What waits for a person, once a subject and kind. Written by pendingWorkOf alone: kinds and what the columns mean stand in packages/domain/src/platform/pending-work';
comment on column pending_work.counts_from is 'Its counter counts it from then until counts_until; null: never';
comment on column pending_work.listed_from is 'On the list of the day from then; null: never';
comment on column pending_work.created_by is 'Who made the subject: of own orders alone it is seen by them';

select tenant_table('pending_work', 'insert, update, delete');
-- Seen as its order is.
create policy scope on pending_work as restrictive to tenant using (
  case (select current_setting('app.scope'))
    when 'all' then true
    when 'stores' then store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
      or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
    when 'own' then case when created_by = (select actor())
      then array[store_id, return_store_id] && (select current_setting('app.store_ids')::bigint[])::bigint[]
      else (select drives_any()) and array[store_id, return_store_id] && current_setting('app.store_ids')::bigint[]
        and is_own_order(subject_id, store_id, return_store_id, created_by) end
    else is_own_order(subject_id, store_id, return_store_id, created_by)
  end);
create policy stores on pending_work as restrictive to tenant_stores using (
  store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
  or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[]));

create index pending_work_counted on pending_work (merchant_id, kind, counts_from)
  include (subject_id, order_kind, store_id, return_store_id, created_by, counts_until, counts_fen, except_id)
  where counts_from is not null;
create index pending_work_listed on pending_work (merchant_id, listed_from)
  include (subject_id, kind, order_kind, store_id, return_store_id, created_by, due_at, promised_at, assignee_id, listed_fen)
  where listed_from is not null;
