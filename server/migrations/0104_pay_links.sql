-- Links to the customer's own page to pay on: what they ask for, besides the order or the row of it (ref_id).
alter table link_token add column pay_kind smallint check (pay_kind between 1 and 11);
comment on column link_token.pay_kind is 'of a link to pay: what it asks for';
alter table link_token drop constraint link_token_purpose_check;
alter table link_token add constraint link_token_purpose_check check (purpose in ('sign', 'pay'));
