-- Names of up to 60 signs, as passports have them, and the key by which they are searched and compared: without blanks and the dots
-- of names of minorities and foreigners, which people type in a dozen signs. `nameKey` of packages/domain/src/alike.ts is the same.
create function name_key(name text) returns text language sql immutable strict parallel safe
  return translate(name, E'·•・．.‧∙⋅･˙●᛫ \u00a0\u3000', '');

alter table person drop constraint person_name_check, add constraint person_name_check check (length(name) between 1 and 60);
alter table person add column name_key text not null generated always as (name_key(name)) stored;
drop index person_name;
create index person_name on person (merchant_id, name_key text_pattern_ops);

alter table "order" add column contact_key text not null generated always as (name_key(contact_name)) stored;
drop index order_name;
create index order_name on "order" (merchant_id, contact_key text_pattern_ops);
