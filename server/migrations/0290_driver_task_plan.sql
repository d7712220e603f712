-- The tasks of a day, of all drivers, and those still to do, of all days; driver_task_account holds those of one driver.
create index driver_task_plan on driver_task (merchant_id, plan_at, id);
create index driver_task_waiting on driver_task (merchant_id, plan_at, id) where status in (0, 1);
