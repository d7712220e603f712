-- What a merchant's papers say. A change is a new version, so that whoever reads an old paper finds its words; without a
-- row the product's own template of that type stands.
create table agreement_template (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  type smallint not null check (type between 1 and 4),
  version int not null check (version > 0),
  -- false: papers of this type are signed by hand only.
  enabled boolean not null default true,
  title text not null,
  clauses jsonb not null,
  consent text not null,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  created_name text not null default '',
  primary key (merchant_id, id)
);
comment on table agreement_template is 'type 1 取车 2 还车 3 续租 4 长租; the highest version of a type stands; never edited';
create unique index agreement_template_version on agreement_template (merchant_id, type, version);
select tenant_table('agreement_template', 'insert');

-- The printed paper: its file, and digests that say what was in it.
alter table agreement
  add column agreement_no text not null default '',
  add column record_id bigint,
  add column content_sha256 bytea,
  add column pdf_id bigint,
  add column pdf_path text,
  add column pdf_sha256 bytea,
  -- What the QR code on the paper holds; nobody guesses it.
  add column verify_code text;
comment on column agreement.template_version is '0: the product''s own template';
comment on column agreement.content_sha256 is 'SHA-256 of what the paper says (fields), printed in its footer';
create index agreement_verify on agreement (verify_code) where verify_code is not null;

-- What was printed stays as it was printed.
create function agreement_fixed() returns trigger language plpgsql as $$
begin
  if old.content_sha256 is not null and
     (old.order_id, old.type, old.fields, old.template_version, old.agreement_no, old.content_sha256, old.pdf_id, old.pdf_path,
      old.pdf_sha256, old.verify_code)
     is distinct from
     (new.order_id, new.type, new.fields, new.template_version, new.agreement_no, new.content_sha256, new.pdf_id, new.pdf_path,
      new.pdf_sha256, new.verify_code)
  then raise exception 'agreement %: what was printed is not changed', old.id; end if;
  return new;
end $$;
create trigger agreement_fixed before update on agreement for each row execute function agreement_fixed();
