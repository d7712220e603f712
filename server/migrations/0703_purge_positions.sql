-- Fixes of a merchant that have served their time: a partition holds those of all merchants and goes as a whole only after 365 days.
create function purge_positions(before timestamptz) returns bigint language sql security definer set search_path = public as $$
  with gone as (delete from position p where p.merchant_id = merchant() and p.at < before returning 1) select count(*) from gone
$$;
alter function purge_positions(timestamptz) owner to definer;
revoke all on function purge_positions(timestamptz) from public;
grant execute on function purge_positions(timestamptz) to tenant;
