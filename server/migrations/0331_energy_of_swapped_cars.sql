-- Fuel and charge missing in a car that was swapped away: a charge of its own at the return (code 16).
alter table expense_item drop constraint expense_item_code_check, add constraint expense_item_code_check check (code between 1 and 16);
