-- A payment that its provider leaves undecided, or reports with another sum than was asked for, waits for a person. Whether
-- one does is told by its own row, so nothing has to be opened and closed beside it.
alter table payment
  add column wrong_fen bigint,
  add column checked_at timestamptz,
  add column checked_by bigint;
comment on column payment.wrong_fen is 'What the provider reported instead of the sum that was asked for, fen; 0 where it named none. Null once it reported that sum';
comment on column payment.checked_at is 'When a person looked after another sum and gave the payment up';

-- Six questions without an answer: payQueryAt of packages/domain/src/order/timers.ts.
create index payment_to_check on payment (merchant_id, order_id)
  where (status in (0, 1) and asked > 6) or (wrong_fen is not null and checked_at is null);
create trigger told_check after update of status, asked, wrong_fen, checked_at on payment for each row
  when (((old.status in (0, 1) and old.asked > 6) or (old.wrong_fen is not null and old.checked_at is null))
    is distinct from ((new.status in (0, 1) and new.asked > 6) or (new.wrong_fen is not null and new.checked_at is null)))
  execute function tell_of_todo('payCheck');
