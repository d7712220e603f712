-- Long work of one account (imports, exports): a row is the request, the queue entry, the progress and the outcome. A
-- runner holds it by a lease that it renews; when its process dies the lease runs out and another takes the row over.
-- Leases are told by the database's real clock: they are about which process lives, not about business.
create table job (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  kind text not null,
  account_id bigint not null default actor(),
  input jsonb not null default '{}',
  state smallint not null default 0 check (state between 0 and 4),
  done int not null default 0,
  total int,
  kept jsonb,
  outcome jsonb not null default '{}',
  message text not null default '',
  file_path text,
  file_name text not null default '',
  file_until timestamptz,
  runner uuid,
  lease_until timestamptz,
  attempts smallint not null default 0,
  created_at timestamptz not null default app_now(),
  finished_at timestamptz,
  primary key (merchant_id, id)
);
comment on column job.state is '0 排队 1 执行中 2 完成 3 失败 4 部分成功';
comment on column job.kept is 'What an interrupted run has already done, and the next need not do again';
comment on column job.file_until is 'The result file is deleted then';
create index job_waiting on job (id) where state in (0, 1);
create index job_of_account on job (merchant_id, account_id, kind, created_at);
create index job_file on job (merchant_id, file_until) where file_path is not null;
select tenant_table('job');
grant update on job to definer;

-- The next row for a runner, across merchants: ids only. Of one merchant at most two run, and a merchant with fewer at
-- work goes first, so an import of one delays nobody else's.
create function job_take(by_runner uuid, lease_seconds int) returns table (merchant_id bigint, id bigint)
  language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from job j
    where j.state = 0 or (j.state = 1 and j.lease_until < clock_timestamp())) then return; end if;
  -- Two runners at once would each count one running row too few.
  perform pg_advisory_xact_lock(hashtext('job_take'));
  return query
    with next as (
      select j.merchant_id, j.id from job j
        cross join lateral (select count(*) as count from job r
          where r.merchant_id = j.merchant_id and r.state = 1 and r.lease_until >= clock_timestamp()) running
       where (j.state = 0 or (j.state = 1 and j.lease_until < clock_timestamp())) and running.count < 2
       order by running.count, j.id limit 1)
    update job t set state = 1, runner = by_runner, attempts = t.attempts + 1,
        lease_until = clock_timestamp() + make_interval(secs => lease_seconds)
      from next where t.merchant_id = next.merchant_id and t.id = next.id
        -- Asked again of the row as it is once its lock is ours: a runner given up for dead may have ended it.
        and (t.state = 0 or (t.state = 1 and t.lease_until < clock_timestamp()))
    returning t.merchant_id, t.id;
end $$;
alter function job_take(uuid, int) owner to definer;
revoke all on function job_take(uuid, int) from public;
grant execute on function job_take(uuid, int) to gate;
