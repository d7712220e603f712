-- Garages and inspection stations as records of a merchant, chosen by tickets. A ticket also keeps the name, phone number and address
-- that it was planned with, because an ended ticket must not change when its garage moves.
create table garage (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  name text not null check (length(name) between 1 and 60),
  phone text not null default '' check (length(phone) <= 20),
  address text not null default '' check (length(address) <= 120),
  works smallint[] not null default '{}',
  enabled boolean not null default true,
  merged_into_id bigint,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, merged_into_id) references garage (merchant_id, id)
);
comment on table garage is 'Garages and inspection stations of a merchant, for all its stores';
comment on column garage.works is 'Kinds of work: the types of maintenance, and 7 for inspections; empty: any';
comment on column garage.merged_into_id is 'The record that has its tickets now: it was another one of the same garage';
create unique index garage_name on garage (merchant_id, name) where merged_into_id is null;
create index garage_list on garage (merchant_id, enabled, id) where merged_into_id is null;
create index garage_merged on garage (merchant_id, merged_into_id) where merged_into_id is not null;
select tenant_table('garage');

alter table ticket add column garage_id bigint;
comment on column ticket.garage_id is 'The garage of a maintenance, or the station of an inspection';
alter table ticket add foreign key (merchant_id, garage_id) references garage (merchant_id, id);
create index ticket_of_garage on ticket (merchant_id, garage_id, id) where garage_id is not null;

-- Names that were typed so far, with the newest phone number and address of each.
with typed as (
  select t.merchant_id, t.id, t.created_by, btrim(t.garage_name) as name, t.garage_phone as phone, t.garage_address as address, t.maintain_type as work
    from ticket t where t.kind = {ticketKind.maintenance} and btrim(t.garage_name) <> ''
  union all
  select t.merchant_id, t.id, t.created_by, btrim(t.agency), '', t.place, 7 from ticket t where t.kind = {ticketKind.yearly} and btrim(t.agency) <> '')
insert into garage (merchant_id, name, phone, address, works, created_by)
select merchant_id, name, coalesce((array_agg(phone order by id desc) filter (where phone <> ''))[1], ''),
    coalesce((array_agg(address order by id desc) filter (where address <> ''))[1], ''),
    array_agg(distinct work order by work), (array_agg(created_by order by id))[1]
  from typed group by merchant_id, name order by merchant_id, min(id);
update ticket t set garage_id = g.id from garage g
 where g.merchant_id = t.merchant_id and g.name = btrim(case t.kind when {ticketKind.maintenance} then t.garage_name when {ticketKind.yearly} then t.agency else '' end);

-- What somebody has typed for an act that only a colleague may do: there is no record yet, so the request holds it.
alter table referral add column draft bytea;
alter table referral add column draft_screen text;
alter table referral add column expires_at timestamptz;
comment on column referral.draft is 'The filled form as JSON, encrypted; null once the request has ended, and for requests about a record';
comment on column referral.draft_screen is 'The screen of the form, by its name';
comment on column referral.expires_at is 'The end of a request with a draft that has not been taken up';
alter table referral drop constraint referral_subject_check;
alter table referral add constraint referral_subject_check check (subject in ('order', 'ticket', 'violation', 'draft'));
create index referral_expiry on referral (expires_at) where ended_at is null and expires_at is not null;
-- Retiring keys seals the drafts again.
grant select, update on referral to definer;
