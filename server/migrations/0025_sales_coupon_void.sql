-- A coupon's uses are counted for its list, and for each price with its code. Whether a use counts was asked of its order, so that each
-- price read every order that the coupon ever had. The use keeps it itself: the database sets it when the order is called off.
alter table coupon_use add column void boolean not null default false;
comment on column coupon_use.void is 'its order was called off, so that the coupon counts as not used';
create function coupon_use_follows() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update coupon_use set void = new.status in ({orderStatus.cancelling}, {orderStatus.cancelled})
   where merchant_id = new.merchant_id and order_id = new.id;
  return null;
end $$;
alter function coupon_use_follows() owner to definer;
revoke all on function coupon_use_follows() from public;
grant update (void) on coupon_use to definer;
create trigger coupon_follows after update of status on "order" for each row
  when ((old.status in ({orderStatus.cancelling}, {orderStatus.cancelled})) <> (new.status in ({orderStatus.cancelling}, {orderStatus.cancelled})))
  execute function coupon_use_follows();
update coupon_use u set void = true from "order" o
 where o.merchant_id = u.merchant_id and o.id = u.order_id and o.status in ({orderStatus.cancelling}, {orderStatus.cancelled});
create index coupon_use_counted on coupon_use (merchant_id, coupon_id) include (order_id, fen) where not void;
