-- Who cancels their account is asked about the merchants that are served here: the work of the night does so, too.
grant select (merchant_id, state) on merchant_place to cheyi_jobs;
