-- Contacts of a company invite, too. An invitation outlives its contact, so nothing refers to the row of the contact.
alter table company_booker add column contact_id bigint;
comment on column company_booker.contact_id is 'The contact of the company who invited; null: staff';
-- Contacts are found by the mobile that was proved. It is stored sealed, so its masked form finds the few that are opened.
create index company_contact_masked on company_contact (merchant_id, phone_mask);
