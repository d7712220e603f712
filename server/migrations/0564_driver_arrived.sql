-- When a driver said that they are there, and where their phone was then; the place goes after ninety days.
alter table driver_task
  add column arrived_at timestamptz,
  add column arrived_lng double precision check (arrived_lng between -180 and 180),
  add column arrived_lat double precision check (arrived_lat between -90 and 90);
create index driver_task_arrived on driver_task (merchant_id, arrived_at) where arrived_lng is not null;
