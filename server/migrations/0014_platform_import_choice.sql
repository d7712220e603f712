-- The titles of columns are remembered for every kind of table that is imported; lists of orders, bank statements and invoices were missing.

alter table import_choice drop constraint import_choice_field_check;
alter table import_choice add constraint import_choice_field_check
  check (field in ('column', 'violationColumn', 'statementColumn', 'costColumn', 'tollColumn', 'policyColumn', 'bankColumn', 'inputColumn',
    'orderColumn', 'model', 'store'));
