-- Orders with an instalment whose customer may be reminded today: it falls due within three days, or is past its date.
create function timer_due_instalmentreminder(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select o.merchant_id, o.id from "order" o
   where o.next_due_fen > 0 and o.id > after_id
     and o.status in ({orderStatus.confirmed}, {orderStatus.arranged}, {orderStatus.pickedUp}, {orderStatus.returned})
     and o.next_due_on <= (now_at at time zone 'Asia/Shanghai')::date + 3
   order by o.id limit most
$$;
alter function timer_due_instalmentreminder(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_instalmentreminder(timestamptz,bigint,int) from public;
