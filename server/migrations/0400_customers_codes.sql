-- A payment by the code that a customer holds up (付款码) has no link of ours.
alter table payment drop constraint payment_client_check;
alter table payment add constraint payment_client_check check (client in ('h5', 'web', 'qr', 'jsapi', 'scan')) not valid;
comment on column payment.client is 'what the link was made for: the browser of a phone or of a desktop (h5, web: link_url), a code to scan (link_qr), a page inside the provider''s own app (prepay); scan: the customer''s own code was scanned, and there is none';
