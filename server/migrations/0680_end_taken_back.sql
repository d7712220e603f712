-- needs: 0680
-- An end that was agreed may be taken back before it is due: what it dropped stands again, and another may be agreed.
alter table termination add column taken_back_at timestamptz;
alter table termination add column taken_back_by bigint;
-- Rows that came to nothing with it, and what was billed of each, fen; null of those made before, which nobody takes back.
alter table termination add column dropped jsonb;
-- What of the rent had been refunded by itself by then, fen: what is refunded after that is for the dates that are not used.
alter table termination add column refunded_fen bigint;
alter table termination drop constraint termination_merchant_id_order_id_key;
create unique index termination_standing on termination (merchant_id, order_id) where taken_back_at is null;
