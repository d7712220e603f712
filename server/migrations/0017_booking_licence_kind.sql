-- The kind of driving licence of a customer: not each of them is valid on the mainland.

alter table person add column licence_kind smallint check (licence_kind between 1 and 4);
comment on column person.licence_kind is 'Null: not said. Of a temporary permit, licence_expire is its last day';
