-- WeChat replaces the certificate that it signs by, and gives the old and the new one while both are valid. What it gives is
-- public; a contract whose provider key is typed by hand (微信支付公钥, Alipay) holds none.
alter table pay_channel
  add column certificates jsonb not null default '[]',
  add column certificates_at timestamptz,
  add column certificates_asked_at timestamptz,
  add column certificates_ask_at timestamptz,
  add column certificates_fault text not null default '';
comment on column pay_channel.certificates is 'WeChat: the certificates that it gave last, each with its serial number and when it is valid';
comment on column pay_channel.certificates_at is 'WeChat: when it last said which certificates it signs by; certificates_asked_at: when it was last asked; certificates_ask_at: when to ask next';
comment on column pay_channel.certificates_fault is 'WeChat: why the last question brought nothing, in words for the merchant';
update pay_channel set certificates_ask_at = app_now() where pay_way = 2;
create index pay_channel_certificates on pay_channel (certificates_ask_at) where certificates_ask_at is not null;

create function timer_due_paycertificates(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select c.merchant_id, c.id from pay_channel c
   where c.certificates_ask_at <= now_at and c.id > after_id order by c.id limit most
$$;
alter function timer_due_paycertificates(timestamptz, bigint, int) owner to definer;
revoke all on function timer_due_paycertificates(timestamptz, bigint, int) from public;
