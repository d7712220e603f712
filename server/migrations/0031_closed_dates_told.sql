-- Dates that the price calendar closes are not for sale: the stock screens of others follow as they do for a stop-sale.
-- Changed dates are deleted and written anew; both tell, and one transaction is told of once.
create function tell_of_closed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform tell_of_pool(r.merchant_id, r.store_id, r.model_id, min(r.date)::timestamp at time zone 'Asia/Shanghai',
      (max(r.date) + 1)::timestamp at time zone 'Asia/Shanghai')
    from changed r where r.stop group by r.merchant_id, r.store_id, r.model_id;
  return null;
end $$;
create trigger told_new after insert on price_calendar referencing new table as changed
  for each statement execute function tell_of_closed();
create trigger told_gone after delete on price_calendar referencing old table as changed
  for each statement execute function tell_of_closed();
