-- An entry has the day of its transaction since 0795, so the trigger does not read the transaction again for each entry.
create or replace function tell_of_entry() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.order_id is not null and new.account in ('penalty_income', 'damage_income', 'violation_income') then
    perform tell_of_figures(new.merchant_id, 'order', new.order_id, new.posted_on::timestamp at time zone 'Asia/Shanghai');
  elsif new.order_id is not null and new.account in ('rent_income', 'service_income') then
    perform tell_of_figures(new.merchant_id, 'order', o.id, least(o.actual_pickup_at, o.actual_return_at, o.cancelled_at), true)
      from "order" o where o.merchant_id = new.merchant_id and o.id = new.order_id
       and (o.actual_return_at is not null or o.cancelled_at is not null);
  end if;
  if new.moved_on is not null then
    perform tell_of_figures(new.merchant_id, 'cash', 0, new.moved_on::timestamp at time zone 'Asia/Shanghai', true);
  end if;
  return null;
end $$;
