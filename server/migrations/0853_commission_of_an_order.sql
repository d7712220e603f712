-- The share of its platform, as agreed when it was booked: booked as an expense when the order is earned.
alter table "order" add column commission_bp int not null default 0 check (commission_bp between 0 and 5000);
comment on column "order".commission_bp is 'commission of its channel by the contract at its booking, bp of what the order earns';
create function order_commission() returns trigger language plpgsql as $$
begin
  new.commission_bp := coalesce((select c.commission_bp from merchant_channel c
    where c.merchant_id = new.merchant_id and c.source = new.source and c.status > {channelStatus.notOpen}), 0);
  return new;
end $$;
create trigger commission before insert on "order" for each row when (new.source > {source.offline}) execute function order_commission();
create trigger commission_follows before update of source on "order" for each row
  when (old.source <> new.source) execute function order_commission();

-- Orders that are booked and not returned yet.
update "order" o set commission_bp = c.commission_bp from merchant_channel c
 where c.merchant_id = o.merchant_id and c.source = o.source and c.status > {channelStatus.notOpen} and c.commission_bp > 0
   and o.status between {orderStatus.notSubmitted} and {orderStatus.pickedUp};
