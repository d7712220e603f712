-- Paying inside WeChat (JSAPI): the secret of the app by which WeChat says who opened a page.
alter table pay_channel add column app_secret_enc bytea;
comment on column pay_channel.app_secret_enc is 'WeChat: AppSecret of app_id; without it nobody pays inside WeChat';
grant update (app_secret_enc) on pay_channel to definer;
alter table payment
  add column prepay text,
  add column payer_hash bytea;
comment on column payment.prepay is 'what a page inside the provider''s own app pays by (WeChat: prepay_id), besides link_url and link_qr';
comment on column payment.payer_hash is 'blind index of the payer whom prepay is for, who is kept nowhere';
alter table payment drop constraint payment_client_check;
alter table payment add constraint payment_client_check check (client in ('h5', 'qr', 'jsapi')) not valid;
