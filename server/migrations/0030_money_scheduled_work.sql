-- Which hour of each work of a schedule has been done. Servers that agree on it do the work of an hour once, and one that was off at the
-- hour makes up for it when it starts.
create table schedule_run (
  work text primary key,
  -- The hour whose work has ended.
  due_at timestamptz not null,
  runner uuid,
  lease_until timestamptz not null default '-infinity'
);
comment on table schedule_run is 'Works of a long interval: the last hour that was done, and the server that is at the next one';
comment on column schedule_run.lease_until is 'A server that does not renew it has died, and another may begin';
grant select, insert, update on schedule_run to cheyi_jobs;

-- What the last night found, until a night finds less.
alter table books_compared add column differences int not null default 0;
comment on column books_compared.differences is 'How many differences the last comparison found, for the doctor';

-- The next row of each merchant comes from the index of its chain; "exists" was planned as a join over all rows of all months.
create or replace function audit_unchained() returns table (merchant_id bigint)
  language sql stable security definer set search_path = public as $$
  select m.id from merchant m
    left join lateral (select c.xid, c.audit_id from audit_chain c where c.merchant_id = m.id order by c.seq desc limit 1) head on true
    cross join lateral (select from audit a where a.merchant_id = m.id
     and (a.xid, a.id) > (coalesce(head.xid, '0'), coalesce(head.audit_id, 0)) and a.xid < pg_snapshot_xmin(pg_current_snapshot())
     order by a.xid, a.id limit 1) next
   order by m.id;
$$;
