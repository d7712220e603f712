-- New versions of the texts that users agree to, as an operator brought them, after the first one that is part of the
-- program (decision 87). Nothing of it is changed or deleted: the newest row of a type that is in effect holds.
create table legal_text (
  id bigint primary key default nextval('row_id'),
  type text not null check (type in ('privacy', 'service')),
  version text not null check (version ~ '^[0-9]{1,4}[.][0-9]{1,4}$'),
  updated_on date not null,
  effective_on date not null check (effective_on > updated_on),
  passages jsonb not null,
  name text not null,
  note text not null,
  at timestamptz not null default app_now(),
  unique (type, version)
);
create index legal_text_newest on legal_text (type, id desc);
alter table legal_text owner to app_owner;
grant select, insert on legal_text to gate;
