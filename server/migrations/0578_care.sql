-- Care (保养): a model may have intervals of its own, a car knows when it was last cared for, and what the garage wrote on its sheet.
alter table model
  add column care_every_km int check (care_every_km between 1000 and 50000),
  add column care_every_days smallint check (care_every_days between 30 and 730);
comment on column model.care_every_km is 'Null: the setting of the merchant or store; care_every_days likewise';

alter table vehicle
  add column care_km int check (care_km >= 0),
  add column care_on date,
  -- What the garage says of the next, which wins over the intervals.
  add column next_care_km int check (next_care_km > 0),
  add column next_care_on date,
  -- The day that its care was told to be due; null once it has been done.
  add column care_told_on date;

-- What the garage wrote on the sheet of this care.
alter table ticket
  add column next_care_km int check (next_care_km > 0),
  add column next_care_on date;
