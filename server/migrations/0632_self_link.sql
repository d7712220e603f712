-- Orders by the customer alone whose link goes along with the reminder, once for each handover: the next half day of them.
create function timer_due_selflink(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select o.merchant_id, o.id from "order" o
   where o.id > after_id and o.self_service
     and ((o.status = {orderStatus.arranged} and o.pickup_at > now_at and o.pickup_at <= now_at + interval '13 hours'
           and not exists (select from self_visit v where v.merchant_id = o.merchant_id and v.order_id = o.id and v.type = {handoverType.pickup}))
       or (o.status = {orderStatus.pickedUp} and o.return_at > now_at and o.return_at <= now_at + interval '13 hours'
           and not exists (select from self_visit v where v.merchant_id = o.merchant_id and v.order_id = o.id and v.type = {handoverType.return})))
   order by o.id limit most
$$;
alter function timer_due_selflink(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_selflink(timestamptz,bigint,int) from public;
