-- Titles of lists of violations mean something else than those of lists of cars: 车牌号 is a column of both.
alter table import_choice drop constraint import_choice_field_check,
  add check (field in ('column', 'violationColumn', 'model', 'store'));
