-- What was shown whole to whom, for a day: an account that looks at many is asked who it is, and who manages people is told.
create table shown_whole (
  id bigint primary key default nextval('row_id'),
  merchant_id bigint not null references merchant (id),
  user_id bigint not null references app_user (id),
  target text not null,
  at timestamptz not null default app_now()
);
comment on column shown_whole.target is 'order/12, person/34; what it holds stands nowhere here';
create index shown_whole_user on shown_whole (merchant_id, user_id, at);
alter table shown_whole owner to app_owner;
grant select, insert, delete on shown_whole to gate;
