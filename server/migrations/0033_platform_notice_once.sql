-- A notice that comes once has a key: two servers that run the same job in the same second each saw none of the other's.
alter table notification add column once_key text;
comment on column notification.once_key is 'Of a notice that comes once: its ref; null: another one may come';
create unique index notification_once on notification (merchant_id, account_id, type, once_key) where once_key is not null;
-- A notice that was withdrawn says nothing any more, so it keeps back no other one about the same.
alter table notification add column withdrawn_at timestamptz;
comment on column notification.withdrawn_at is 'When what it was about ended';
