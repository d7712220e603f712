-- What the titles and names of a merchant's own spreadsheets mean: chosen once, known the next time.
create table import_choice (
  merchant_id bigint not null default merchant(),
  field text not null check (field in ('column', 'model', 'store')),
  name text not null,
  target text,
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, field, name)
);
comment on column import_choice.name is 'In its plain form, without blanks and full-width signs; empty: rows that say none';
comment on column import_choice.target is 'A key of the import columns, or the id of a model or store; null: nothing of the column is taken';
select tenant_table('import_choice');
