-- Whether an order is confirmed by itself is said with its booking; one that waits for its payment first asks it then.
alter table "order" add column auto_confirm boolean;
comment on column "order".auto_confirm is 'What the booking said of being confirmed by itself; null: as the store does';
