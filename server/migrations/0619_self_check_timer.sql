-- A timer is found by its name in small letters without underscores: under its first name nobody was ever told of who waits.
alter function timer_due_self_check(timestamptz,bigint,int) rename to timer_due_selfcheck;
