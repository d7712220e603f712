-- A page that opens without signing in: who has the link sees one paper and may sign it. Only the hash of the link is kept.
create table link_token (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  token_hash bytea not null,
  purpose text not null check (purpose in ('sign')),
  order_id bigint not null,
  -- The paper.
  ref_id bigint not null,
  way smallint not null check (way between 1 and 3),
  -- Whom it is for: codes go there.
  phone_enc bytea not null,
  phone_mask text not null,
  expire_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table link_token is 'way 1 短信链接 2 扫码 3 门店手机';
create index link_token_hash on link_token (token_hash);
create index link_token_ref on link_token (merchant_id, ref_id, created_at);
select tenant_table('link_token');
select order_scoped('link_token');
grant select on link_token to gate;
create policy gate on link_token for select to gate using (true);

-- The company's certificate that signs its papers; the newest that is valid signs.
create table merchant_certificate (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  subject text not null,
  serial text not null,
  certificate bytea not null,
  key_enc bytea not null,
  self_issued boolean not null,
  not_before timestamptz not null,
  not_after timestamptz not null,
  created_at timestamptz not null default app_now(),
  primary key (merchant_id, id)
);
select tenant_table('merchant_certificate', 'insert');

-- How it was signed: by whom, from where, with what hand.
alter table agreement
  add column expire_at timestamptz,
  add column sign_way smallint check (sign_way between 1 and 3),
  add column signer_ip text,
  add column signer_agent text,
  add column signer_phone_mask text,
  -- Lines of the pen with their times, sealed.
  add column signature_enc bytea,
  add column signed_id bigint,
  add column signed_path text,
  add column signed_sha256 bytea,
  add column certificate_id bigint;
-- Whoever renews keys seals anew (0039).
grant select, update (phone_enc) on link_token to definer;
grant select, update (key_enc) on merchant_certificate to definer;
grant select, update (signature_enc) on agreement to definer;
create index agreement_due on agreement (expire_at) where status = 1;

create or replace function agreement_fixed() returns trigger language plpgsql as $$
begin
  if old.content_sha256 is not null and
     (old.order_id, old.type, old.fields, old.template_version, old.agreement_no, old.content_sha256, old.pdf_id, old.pdf_path,
      old.pdf_sha256, old.verify_code)
     is distinct from
     (new.order_id, new.type, new.fields, new.template_version, new.agreement_no, new.content_sha256, new.pdf_id, new.pdf_path,
      new.pdf_sha256, new.verify_code)
  then raise exception 'agreement %: what was printed is not changed', old.id; end if;
  -- The handwriting may be sealed under another key; it stands in the signed file too.
  if old.signed_sha256 is not null and
     (old.signed_at, old.sign_way, old.signer_ip, old.signer_agent, old.signer_phone_mask, old.signed_id,
      old.signed_path, old.signed_sha256, old.certificate_id)
     is distinct from
     (new.signed_at, new.sign_way, new.signer_ip, new.signer_agent, new.signer_phone_mask, new.signed_id,
      new.signed_path, new.signed_sha256, new.certificate_id)
  then raise exception 'agreement %: what was signed is not changed', old.id; end if;
  return new;
end $$;

-- 72 hours after it was sent.
create function timer_due_agreementexpiry(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select a.merchant_id, a.id from agreement a
   where a.status = 1 and a.expire_at <= now_at and a.id > after_id order by a.id limit most
$$;
alter function timer_due_agreementexpiry(timestamptz, bigint, int) owner to definer;
revoke all on function timer_due_agreementexpiry(timestamptz, bigint, int) from public;

-- What whoever holds a paper may know of it: whether it is the one, never what it says.
create function agreement_by_code(code text)
  returns table (merchant text, agreement_no text, type smallint, status smallint, created_at timestamptz, signed_at timestamptz,
    content_sha256 bytea, pdf_sha256 bytea, signed_sha256 bytea, self_issued boolean)
  language sql stable security definer set search_path = public as $$
  select m.name, a.agreement_no, a.type, a.status, a.created_at, a.signed_at, a.content_sha256, a.pdf_sha256, a.signed_sha256,
      c.self_issued
    from agreement a
      join merchant m on m.id = a.merchant_id
      left join merchant_certificate c on c.merchant_id = a.merchant_id and c.id = a.certificate_id
   where a.verify_code = code
$$;
alter function agreement_by_code(text) owner to definer;
revoke all on function agreement_by_code(text) from public;
grant execute on function agreement_by_code(text) to gate;

alter table sms_code drop constraint sms_code_scene_check;
alter table sms_code add constraint sms_code_scene_check
  check (scene in ('login', 'register', 'forgot', 'bind', 'cancel', 'stepup', 'sign'));
