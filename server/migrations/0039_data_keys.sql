-- Keys are renewed while servers run: a data key comes into use a while after it was written, when every server knows it.
-- The platform's own data key is a row like a merchant's, under 0. Texts of messages are sealed like the mobiles they go to.

alter table merchant_key drop constraint merchant_key_merchant_id_fkey;
alter table merchant_key add column used_from timestamptz not null default now();
comment on table merchant_key is 'Data key and blind-index key (32 bytes each) of a merchant, 0 the platform, by id; wrapped by the installation key whose id is the first byte';

alter table outbox add column body_enc bytea;
comment on column outbox.body is 'Empty since the text is sealed in body_enc; of rows written before, the text';

-- The operator's command that renews keys runs as definer, past row-level security: it opens a value and seals it anew.
grant select, insert, update, delete on merchant_key to definer;
grant select (id, mobile_enc, wx_open_enc), update (mobile_enc, wx_open_enc) on app_user to definer;
grant select, update (partner_enc) on partner_user, bind_token to definer;
grant update (mobile_enc, driver_licence_enc) on account to definer;
grant update (phone_enc, identity_no_enc, licence_no_enc) on person to definer;
grant update (contact_phone_enc) on "order" to definer;
grant update (payer_name_enc) on payment to definer;
grant update (contact_mobile_enc) on merchant to definer;
grant update (body, mobile_enc, body_enc) on outbox to definer;
grant update (answer) on idempotency to definer;
