-- A rental that is made longer takes the link of its return along: it opens until a day after the car is due.
create function self_return_follows() returns trigger language plpgsql set search_path = public as $$
begin
  update link_token set expire_at = expire_at + (new.return_at - old.return_at)
   where merchant_id = new.merchant_id and order_id = new.id and purpose = 'selfReturn' and revoked_at is null;
  return null;
end $$;
create trigger self_return_follows after update of return_at on "order"
  for each row when (new.return_at > old.return_at) execute function self_return_follows();
