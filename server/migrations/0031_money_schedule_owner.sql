-- As every table: no process signs in as its owner.
alter table schedule_run owner to app_owner;
