-- A customer is of the merchant, but somebody who sees some stores, or their own orders only, handles the customers of those orders and
-- whoever they registered themselves. The policy of orders narrows both look-ups.
create function sees_person(person_id bigint) returns boolean language plpgsql stable parallel safe as $$
begin
  return current_setting('app.scope') = 'all'
    or exists (select from "order" o where o.merchant_id = merchant() and o.renter_id = sees_person.person_id
      and o.status <> {orderStatus.notSubmitted})
    or exists (select from person p where p.merchant_id = merchant() and p.id = sees_person.person_id and p.created_by = actor())
    or exists (select from "order" o where o.merchant_id = merchant() and o.codriver_ids <> '{}'
      and sees_person.person_id = any (o.codriver_ids) and o.status <> {orderStatus.notSubmitted});
end $$;
create policy scope on person_request as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or sees_person(person_id));
