-- What a paper of a pickup was signed for: another car or another period needs another signature. Papers from before say nothing
-- of it and stand.
alter table agreement add column vehicle_id bigint, add column pickup_at timestamptz, add column return_at timestamptz;
comment on column agreement.return_at is 'With vehicle_id and pickup_at: what the paper was about; null for papers made before that was kept';
