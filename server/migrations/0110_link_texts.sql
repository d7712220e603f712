-- Links that a merchant texts to customers count like other messages that nobody asked for: the merchant types the mobile.
alter table unasked_text drop constraint unasked_text_kind_check;
alter table unasked_text add constraint unasked_text_kind_check check (kind in ('invitation', 'passwordReset', 'customerLink'));
