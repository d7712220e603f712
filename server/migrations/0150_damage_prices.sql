-- What damage costs at this merchant, by families of parts and kinds of damage; what nobody changed yet has no row, and the
-- product's own list holds (车损价目).
create table damage_price (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  family text not null check (length(family) between 1 and 20),
  scratch_fen bigint check (scratch_fen > 0),
  dent_fen bigint check (dent_fen > 0),
  paint_fen bigint check (paint_fen > 0),
  broken_fen bigint check (broken_fen > 0),
  missing_fen bigint check (missing_fen > 0),
  stain_fen bigint check (stain_fen > 0),
  version integer not null default 1,
  primary key (merchant_id, id),
  unique (merchant_id, family)
);
comment on table damage_price is 'one row per family of parts; null: estimated by hand';
select tenant_table('damage_price');

-- A charge for damage belongs to a mark of the record and follows it.
alter table expense_item add column mark_id text check (length(mark_id) <= 40);
comment on column expense_item.mark_id is 'the mark of the record that is charged; null for a charge by itself';
create unique index expense_item_mark on expense_item (merchant_id, order_id, mark_id) where mark_id is not null and not void;
