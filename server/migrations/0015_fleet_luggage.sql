-- How many cases fit into a car, for customers who choose a model.

alter table model
  add column large_cases smallint check (large_cases between 0 and 20),
  add column small_cases smallint check (small_cases between 0 and 20);
comment on column model.large_cases is 'Cases of about 28 inches that fit beside people on all seats; null: not said';
comment on column model.small_cases is 'Cases of about 20 inches that fit beside the large ones; null: not said';
