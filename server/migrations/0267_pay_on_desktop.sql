-- Alipay has another page for a desktop's browser (alipay.trade.page.pay) than for a phone's.
alter table payment drop constraint payment_client_check;
alter table payment add constraint payment_client_check check (client in ('h5', 'web', 'qr', 'jsapi')) not valid;
comment on column payment.client is 'what the link was made for: the browser of a phone or of a desktop (h5, web: link_url), a code to scan (link_qr), a page inside the provider''s own app (prepay)';
