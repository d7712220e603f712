-- What is asked for when an order is booked (预付款): the rule it was booked by, and what that comes to at its price. Null
-- asks for all, as before. `prepay_due_fen` is what is open of it until the pickup, as `dueAtBooking` of
-- packages/domain/src/payment/prepay.ts reads it; kept by the row, so that lists and counters compare one column.
alter table "order"
  add column prepay_rule jsonb,
  add column prepay_fen bigint check (prepay_fen > 0),
  add column prepay_due_fen bigint not null default 0;
comment on column "order".prepay_rule is 'The rule of prepayment it was booked by; null: all is asked for at the booking';
comment on column "order".prepay_fen is 'Asked for at the booking, fen, less than its price; null: all of it';
comment on column "order".prepay_due_fen is 'What is open of the prepayment, fen; 0 from the pickup on';

create function order_prepays() returns trigger language plpgsql as $$
begin
  new.prepay_due_fen := case when new.prepay_fen is null or new.status not between 1 and 4 then 0
    else greatest(0, least(new.owed_fen, new.prepay_fen - new.paid_fen + new.refunded_fen)) end;
  return new;
end $$;
create trigger prepays before insert or update of prepay_fen, status, owed_fen, paid_fen, refunded_fen on "order" for each row
  when (new.prepay_fen is not null or new.prepay_due_fen <> 0) execute function order_prepays();
