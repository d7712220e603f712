-- What coupons took off is an account of its own. Entries that stand were compared with the shorter list, so none is read again.
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check (account in ('customer_receivable', 'cash_offline', 'online_clearing', 'platform_clearing', 'bank', 'violation_advance', 'unearned', 'deposit_liability_rental', 'deposit_liability_violation', 'rent_income', 'service_income', 'penalty_income', 'damage_income', 'violation_income', 'refund_expense', 'bad_debt_expense', 'other_expense', 'channel_commission', 'payment_fee', 'cash_on_hand', 'pos_clearing', 'other_clearing', 'cash_difference', 'cash_float', 'bill_difference', 'insurer_receivable', 'insurance_income', 'owner_payable', 'owner_share', 'commission_payable', 'commission_cost', 'payable', 'car_cost', 'input_tax', 'fixed_asset', 'accumulated_depreciation', 'asset_opening', 'asset_payable', 'car_loan', 'disposal_receivable', 'disposal_tax', 'disposal_gain', 'disposal_loss', 'coupon_discount')) not valid;

-- It is a part of the rent that the figures show.
create or replace function tell_of_entry() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.order_id is not null and new.account in ('penalty_income', 'damage_income', 'violation_income', 'rent_income', 'service_income', 'coupon_discount') then
    perform tell_of_figures(new.merchant_id, 'order', new.order_id, new.posted_on::timestamp at time zone 'Asia/Shanghai');
  end if;
  if new.moved_on is not null then
    perform tell_of_figures(new.merchant_id, 'cash', 0, new.moved_on::timestamp at time zone 'Asia/Shanghai', true);
  end if;
  return null;
end $$;
create or replace trigger told_figures after insert on ledger_entry for each row
  when (new.account in ('penalty_income', 'damage_income', 'violation_income', 'rent_income', 'service_income', 'coupon_discount')
    or new.moved_on is not null)
  execute function tell_of_entry();
