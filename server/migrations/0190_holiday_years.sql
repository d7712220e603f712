-- National holidays of a year as an operator brought them, over those of the package (decision 68): the newest row of a
-- year holds. Nothing of it is changed or deleted.
create table holiday_year (
  id bigint primary key default nextval('row_id'),
  year smallint not null check (year between 2000 and 2100),
  holidays jsonb not null,
  workdays jsonb not null,
  name text not null,
  note text not null,
  at timestamptz not null default app_now()
);
create index holiday_year_newest on holiday_year (year, id desc);
alter table holiday_year owner to app_owner;
grant select on holiday_year to tenant;
grant select, insert on holiday_year to gate;
