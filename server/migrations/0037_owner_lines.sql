-- Policies come as a table, too: the columns that staff chose for it are stored for the next one.
alter table import_choice drop constraint import_choice_field_check;
alter table import_choice add constraint import_choice_field_check
  check (field in ('column', 'violationColumn', 'statementColumn', 'costColumn', 'tollColumn', 'policyColumn', 'model', 'store'));
