-- Open tasks by who has them: orders whose driver has left are looked for from the accounts (reassign), of which few have
-- left, and driver_task_account holds what each has driven in years.
create index driver_task_driver on driver_task (merchant_id, account_id) where status in (0, 1);
