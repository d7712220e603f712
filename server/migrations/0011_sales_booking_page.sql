-- The booking page of a merchant: bookings of companies, own domains.

-- Who may book for a company there. A row is an invitation; taken back, it keeps the name and nothing by which the person is reached.
create table company_booker (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  company_id bigint not null,
  name text not null check (length(name) between 1 and 30),
  mobile_mask text not null,
  -- By which a proved mobile finds its invitations; the number itself is not kept.
  mobile_hash bytea,
  -- Last day on which the person may book; null: until it is taken back.
  until_on date,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  ended_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, company_id) references company (merchant_id, id),
  check ((ended_at is null) = (mobile_hash is not null))
);
comment on table company_booker is 'People whom the merchant invited to book for a company on the booking page';
create unique index company_booker_mobile on company_booker (merchant_id, mobile_hash, company_id) where ended_at is null;
create index company_booker_of on company_booker (merchant_id, company_id, id);
select tenant_table('company_booker');

-- The merchant's own domain for its page. It counts once DNS has the proof, a text that names the token.
create table site_host (
  merchant_id bigint primary key default merchant(),
  -- '': none any more.
  host text not null check (host = '' or length(host) between 4 and 253),
  token text not null,
  asked_at timestamptz not null default app_now(),
  -- null: not proved yet.
  proved_at timestamptz,
  -- Whether visitors of the domain reached the installation when it was checked last.
  leads boolean not null default false,
  checked_at timestamptz,
  -- Since when the proof is missing again.
  lost_at timestamptz
);
comment on table site_host is 'The own domain of a merchant for its booking page, and how its check by DNS ended';
select tenant_table('site_host'), guard_reach('site_host', 'whole');

-- Domains are of the whole installation. One that was given back keeps its row, so that nothing is served there any more.
create table site_host_claim (
  host text primary key,
  merchant_id bigint not null,
  at timestamptz not null default app_now(),
  ended_at timestamptz
);
comment on table site_host_claim is 'Whose page a proved domain shows';
alter table site_host_claim owner to app_owner;
create index site_host_claim_merchant on site_host_claim (merchant_id);
grant select, insert, update on site_host_claim to definer;

-- Whether the domain is the caller's merchant's now, instead of any other domain of it.
create function take_site_host(asked text) returns boolean language sql security definer set search_path = public as $$
  update site_host_claim set ended_at = app_now() where merchant_id = merchant() and host <> asked and ended_at is null;
  insert into site_host_claim as c (host, merchant_id) values (asked, merchant())
    on conflict (host) do update set merchant_id = excluded.merchant_id, at = app_now(), ended_at = null
      where c.ended_at is not null;
  select exists (select from site_host_claim where host = asked and merchant_id = merchant() and ended_at is null)
$$;
alter function take_site_host(text) owner to definer;
revoke all on function take_site_host(text) from public;
grant execute on function take_site_host(text) to tenant;

create function end_site_host() returns void language sql security definer set search_path = public as $$
  update site_host_claim set ended_at = app_now() where merchant_id = merchant() and ended_at is null
$$;
alter function end_site_host() owner to definer;
revoke all on function end_site_host() from public;
grant execute on function end_site_host() to tenant;

-- The page that a domain shows, whether the domain was given back, and whether a name is one of that page.
create function site_of_host(asked text, called text) returns table (name text, ended boolean, is_own boolean)
  language sql stable security definer set search_path = public as $$
  select s.name, h.ended_at is not null,
      exists (select from site_name n where n.name = called and n.merchant_id = h.merchant_id)
    from site_host_claim h join site s on s.merchant_id = h.merchant_id where h.host = asked
$$;
alter function site_of_host(text, text) owner to definer;
revoke all on function site_of_host(text, text) from public;
grant execute on function site_of_host(text, text) to gate, cheyi_web;

-- The domain at which others reach the page of a merchant; null: at that of the installation.
create function host_of_site(of bigint) returns text language sql stable security definer set search_path = public as $$
  select host from site_host where merchant_id = of and proved_at is not null and leads and lost_at is null
$$;
alter function host_of_site(bigint) owner to definer;
revoke all on function host_of_site(bigint) from public;
grant execute on function host_of_site(bigint) to gate, cheyi_web;

-- Proved domains, which are checked every night.
create function site_hosts() returns table (merchant_id bigint, host text, token text)
  language sql stable security definer set search_path = public as $$
  select h.merchant_id, h.host, h.token from site_host h where h.proved_at is not null order by h.merchant_id
$$;
alter function site_hosts() owner to definer;
revoke all on function site_hosts() from public;
grant execute on function site_hosts() to gate, cheyi_jobs;
