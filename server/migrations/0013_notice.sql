create table notification (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  account_id bigint not null,
  type smallint not null,
  level smallint not null default 1 check (level between 1 and 3),
  title text not null check (length(title) between 1 and 40),
  body text not null default '' check (length(body) <= 200),
  link text not null default '',
  -- What it is about: the same within ten minutes is told once.
  ref text not null,
  read_at timestamptz,
  created_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, account_id) references account (merchant_id, id)
);
comment on table notification is 'Notices to staff, kept 1 year. One of a type that its reader switched off is born read';
create index notification_account on notification (merchant_id, account_id, id);
create index notification_unread on notification (merchant_id, account_id, created_at) where read_at is null;
create index notification_age on notification (created_at);
select tenant_table('notification');
grant delete on notification to definer;

-- What an account switched off, by the names of domain notify/notice.ts.
create table notify_switch (
  merchant_id bigint not null default merchant(),
  account_id bigint not null,
  muted text[] not null default '{}',
  primary key (merchant_id, account_id),
  foreign key (merchant_id, account_id) references account (merchant_id, id)
);
select tenant_table('notify_switch');

create function purge_notices(before timestamptz) returns void language sql security definer set search_path = public as
  $$ delete from notification where created_at < before $$;
alter function purge_notices(timestamptz) owner to definer;
revoke all on function purge_notices(timestamptz) from public;
grant execute on function purge_notices(timestamptz) to gate;
