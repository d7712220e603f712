-- What customers agree to beside the rental is renewed by an operator's file, as what users agree to (decision 87).
alter table legal_text drop constraint legal_text_type_check,
  add constraint legal_text_type_check check (type in ('privacy', 'service', 'documents', 'face'));
grant select on legal_text to tenant;
update person_consent set text_version = '1.0' where text_version = '2026-11';
