-- The file of finished work is for who could have it made today: the row keeps what its run was allowed and saw.
alter table job
  add column ran_key text,
  add column ran_scope text,
  add column ran_store_ids bigint[];
comment on column job.ran_key is 'The permission key it ran with; null before it ended, and for what ended before this was kept: nobody gets its file';
comment on column job.ran_scope is 'all, stores, own: what its run had in sight';
comment on column job.ran_store_ids is 'Of stores and own';
