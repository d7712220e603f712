-- A deposit that the platform which sold the order has taken from the customer itself.
alter table deposit drop constraint deposit_waive_type_check, add check (waive_type between 1 and 5);
