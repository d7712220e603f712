-- needs: 0670
-- A notice makes phones ring by what its row says; who is rung, and how, is decided when it does (decision 183). So no write waits to
-- know whom it tells, and what a merchant texts concerns no session any more.
drop trigger merchant_texted_changed on merchant;
alter table notification add column ring_at timestamptz;
comment on column notification.ring_at is 'When phones ring for it; null: they did, or need not';
create index notification_ring on notification (ring_at) where ring_at is not null;

create function rings_due(now_at timestamptz, most int) returns table (merchant_id bigint, id bigint)
  language sql stable security definer set search_path = public as $$
  select n.merchant_id, n.id from notification n where n.ring_at <= now_at order by n.ring_at limit most;
$$;
alter function rings_due(timestamptz,int) owner to definer;
revoke all on function rings_due(timestamptz,int) from public;
grant execute on function rings_due(timestamptz,int) to gate;

-- Where somebody is reached besides their mobile: the app on a phone, for as long as it is signed in there, and WeChat.
create table ring_address (
  address_hash bytea primary key,
  user_id bigint not null references app_user (id),
  way smallint not null check (way in ({notifyWay.wechat}, {notifyWay.push})),
  session_id bigint references login_session (id) on delete cascade,
  address_enc bytea not null,
  created_at timestamptz not null default app_now(),
  check ((way = {notifyWay.push}) = (session_id is not null))
);
comment on table ring_address is 'By a blind index: a phone or a follower is one person''s, the last who signed in. Outside policy: read by role gate only';
create index ring_address_session on ring_address (session_id);
create index ring_address_user on ring_address (user_id, way);
alter table ring_address owner to app_owner;
grant select, insert, update, delete on ring_address to gate;
grant select on ring_address to definer;
grant update (address_enc) on ring_address to definer;

-- Which ways lead to these accounts of the merchant: whether, not where.
create function reachable(accounts bigint[]) returns table (account_id bigint, way smallint)
  language sql stable security definer set search_path = public as $$
  select distinct a.id, r.way from account a join ring_address r on r.user_id = a.user_id
    left join login_session s on s.id = r.session_id
   where a.id = any (accounts) and a.merchant_id = merchant()
     and (r.session_id is null or s.revoked_at is null and least(s.idle_expire_at, s.absolute_expire_at) > app_now());
$$;
alter function reachable(bigint[]) owner to definer;
revoke all on function reachable(bigint[]) from public;
grant execute on function reachable(bigint[]) to tenant;

-- What the outbox sends by another way than a text message goes to an account, wherever it is reached at that moment.
alter table outbox add column way smallint not null default {notifyWay.sms} check (way between {notifyWay.sms} and {notifyWay.push}),
  add column notice_id bigint;
comment on table outbox is 'What is sent: text messages to customers (kind: what of) and staff (kind staff), and notices to staff by other ways. state: domain channel/codes.ts deliveryStates';
comment on column outbox.notice_id is 'The notice that it rings for, of other ways than text messages; to whom, and what, stands there';
