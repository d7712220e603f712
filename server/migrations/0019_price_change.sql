-- Who changed which price when, and changes that wait for their moment.
create table price_change (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  kind text not null check (kind in ('rule', 'long', 'calendar')),
  store_id bigint not null,
  model_id bigint not null,
  source smallint not null,
  before jsonb,
  after jsonb not null,
  plan_id bigint,
  undo_of bigint,
  undone boolean not null default false,
  account_id bigint not null default actor(),
  at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  foreign key (merchant_id, model_id) references model (merchant_id, id)
);
comment on column price_change.before is 'null: there was no rule. Of a rule only the fields that changed';
create index price_change_key on price_change (merchant_id, store_id, model_id, source, id);
select tenant_table('price_change');

create table price_plan (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  publish_at timestamptz not null,
  status smallint not null default 0 check (status between 0 and 2),
  changes jsonb not null,
  rows jsonb not null,
  store_ids bigint[] not null,
  model_ids bigint[] not null,
  account_id bigint not null default actor(),
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  primary key (merchant_id, id)
);
comment on table price_plan is 'status 0 waiting 1 published 2 cancelled. changes: what to do; rows: the same in words';
create index price_plan_waiting on price_plan (merchant_id, publish_at) where status = 0;
create index price_plan_due on price_plan (publish_at) where status = 0;
select tenant_table('price_plan');

-- A row that is asked no more; its key may be given again.
alter table fee_config add column enabled boolean not null default true;
alter table cancel_rule add column enabled boolean not null default true;
alter table deposit_policy add column enabled boolean not null default true;
drop index deposit_policy_key;
create unique index deposit_policy_key on deposit_policy (merchant_id, store_id, model_id, source) nulls not distinct
  where enabled;
drop index cancel_rule_name;
create unique index cancel_rule_name on cancel_rule (merchant_id, name) where enabled;

-- A timer that comes later brings a function of its own, `timer_due_<name>`; those of the beginning stay in one.
alter function timer_due(text, timestamptz, bigint, int) rename to timer_due_of_orders;
create function timer_due(timer text, now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language plpgsql stable security definer set search_path = public as $$
declare own text := 'timer_due_' || lower(timer);
begin
  if to_regprocedure(own || '(timestamptz, bigint, int)') is null then
    return query select * from timer_due_of_orders(timer, now_at, after_id, most);
  else
    return query execute format('select * from %I($1, $2, $3)', own) using now_at, after_id, most;
  end if;
end $$;
alter function timer_due(text, timestamptz, bigint, int) owner to definer;
revoke all on function timer_due(text, timestamptz, bigint, int) from public;
grant execute on function timer_due(text, timestamptz, bigint, int) to gate;
-- What is called from inside has the caller's rights already.
alter function timer_due_of_orders(text, timestamptz, bigint, int) security invoker;
revoke all on function timer_due_of_orders(text, timestamptz, bigint, int) from gate;

create function timer_due_pricepublish(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select p.merchant_id, p.id from price_plan p
   where p.status = 0 and p.publish_at <= now_at and p.id > after_id order by p.id limit most
$$;
alter function timer_due_pricepublish(timestamptz, bigint, int) owner to definer;
revoke all on function timer_due_pricepublish(timestamptz, bigint, int) from public;
