-- A cursor of the order list carries this instant in milliseconds: finer ones would show a row on two pages, or on none.
alter table "order" alter column next_at type timestamptz(3);
