-- Handing over and taking back; damage; the papers that are signed; links to sign and to send pictures.

-- Pickup and return records, agreements.
create table pickup_return_record (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  type smallint not null check (type in (0, 1)),
  seq smallint not null default 1,
  vehicle_id bigint not null,
  at timestamptz,
  return_store_id bigint,
  mileage_km int check (mileage_km >= 0),
  fuel_kind smallint not null default 1 check (fuel_kind between 1 and 3),
  fuel_eighths smallint check (fuel_eighths between 0 and 8),
  battery_pct smallint check (battery_pct between 0 and 100),
  photos jsonb not null default '[]',
  damage_marks jsonb not null default '[]',
  accessories jsonb not null default '[]',
  key_count smallint,
  extra jsonb not null default '{}',
  operator_id bigint not null default actor(),
  operator_name text not null default '',
  by_customer boolean not null default false,
  verify smallint not null default 1 check (verify between 0 and 2),
  signature_id bigint,
  step_done smallint[] not null default '{}',
  draft boolean not null default true,
  void boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table pickup_return_record is '验车单: type 0 取车 1 还车; photos [{slot, mediaId}]; a vehicle swap adds seq';
create unique index pickup_return_record_seq on pickup_return_record (merchant_id, order_id, type, seq) where not void;
create index pickup_return_record_vehicle on pickup_return_record (merchant_id, vehicle_id, at) where not draft and not void;
select tenant_table('pickup_return_record');
select order_scoped('pickup_return_record');

-- Cases of damage (车损): what is broken, what it costs, who answers for it. `worth_fen` is what a car was worth that does not
-- come back; 0 for one that is repaired. `payable_fen` is what the customer owes of it (journal 11), fixed when it is
-- assessed; `expected_fen` is the same before.
create table damage_order (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  vehicle_id bigint not null,
  damaged_parts jsonb not null default '[]',
  worth_fen bigint not null default 0 check (worth_fen >= 0),
  downtime_days int not null default 0 check (downtime_days between 0 and 365),
  downtime_fen bigint not null default 0 check (downtime_fen >= 0),
  depreciation_fen bigint not null default 0 check (depreciation_fen >= 0),
  other_fen bigint not null default 0 check (other_fen >= 0),
  covered_fen bigint not null default 0 check (covered_fen >= 0),
  liability smallint not null check (liability between 1 and 3),
  remark text not null default '' check (length(remark) <= 200),
  photo_ids bigint[] not null check (cardinality(photo_ids) > 0),
  status smallint not null default 0 check (status between 0 and 3),
  expected_fen bigint not null default 0 check (expected_fen >= 0),
  payable_fen bigint check (payable_fen >= 0),
  refunded_fen bigint not null default 0 check (refunded_fen >= 0),
  withdrawn_fen bigint not null default 0 check (withdrawn_fen >= 0),
  close_reason text not null default '' check (length(close_reason) <= 200),
  assessed_at timestamptz,
  closed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  check (worth_fen > 0 or jsonb_array_length(damaged_parts) > 0),
  check (coalesce(payable_fen, 0) >= refunded_fen + withdrawn_fen),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table damage_order is 'status 0 待定损 1 待扣款 2 已完成 3 已关闭; liability 1 客户 2 第三方 3 无责';
create index damage_order_order on damage_order (merchant_id, order_id, id);
create index damage_order_vehicle on damage_order (merchant_id, vehicle_id);
-- Orders with a case of damage that somebody has to go on with: a counter of home and its list.
create index damage_order_open on damage_order (merchant_id, order_id) where status in ({damageStatus.assessing}, {damageStatus.deducting});
select tenant_table('damage_order');
select order_scoped('damage_order');

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

create table agreement (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  type smallint not null check (type between 1 and 4),
  status smallint not null default 0 check (status between 0 and 5),
  template_version int not null default 1,
  photo_ids bigint[] not null default '{}',
  fields jsonb not null default '{}',
  signed_at timestamptz,
  void_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  -- The printed paper: its file, and digests that say what was in it.
  agreement_no text not null default '',
  record_id bigint,
  content_sha256 bytea,
  pdf_id bigint,
  pdf_path text,
  pdf_sha256 bytea,
  -- What the QR code on the paper holds; nobody guesses it.
  verify_code text,
  -- How it was signed: by whom, from where, with what hand.
  expire_at timestamptz,
  sign_way smallint check (sign_way between 1 and 3),
  signer_ip text,
  signer_agent text,
  signer_phone_mask text,
  -- Lines of the pen with their times, sealed.
  signature_enc bytea,
  signed_id bigint,
  signed_path text,
  signed_sha256 bytea,
  certificate_id bigint,
  -- A paper whose term is over loses its text, its hand and who signed where; that it was, and the digests by which a copy is
  -- told, stay for good.
  cleared_at timestamptz,
  -- What a paper of a pickup was signed for: another car or another period needs another signature. Papers
  -- that say nothing of it stand.
  vehicle_id bigint,
  pickup_at timestamptz,
  return_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table agreement is 'type 1 取车 2 还车 3 续租 4 长租; status 0 未生成 1 待签署 2 已签署 3 已过期 4 已作废 5 纸质已上传';
comment on column agreement.template_version is '0: the product''s own template';
comment on column agreement.content_sha256 is 'SHA-256 of what the paper says (fields), printed in its footer';
comment on column agreement.return_at is 'With vehicle_id and pickup_at: what the paper was about; null for papers made before that was kept';
create unique index agreement_live on agreement (merchant_id, order_id, type) where status in ({agreementStatus.none}, {agreementStatus.waiting}, {agreementStatus.signed}, {agreementStatus.paper});
create index agreement_order on agreement (merchant_id, order_id);
create index agreement_verify on agreement (verify_code) where verify_code is not null;
create index agreement_due on agreement (expire_at) where status = {agreementStatus.waiting};
select tenant_table('agreement');
grant update (signature_enc) on agreement to definer;
select order_scoped('agreement');

create function agreement_fixed() returns trigger language plpgsql as $$
begin
  if new.cleared_at is not null and old.cleared_at is null then
    if app_now() < old.created_at + interval '3 years' or new.fields <> '{}' or new.signature_enc is not null or
       (old.order_id, old.type, old.template_version, old.agreement_no, old.content_sha256, old.pdf_id, old.pdf_path, old.pdf_sha256,
        old.verify_code, old.signed_at, old.sign_way, old.signed_id, old.signed_path, old.signed_sha256, old.certificate_id)
       is distinct from
       (new.order_id, new.type, new.template_version, new.agreement_no, new.content_sha256, new.pdf_id, new.pdf_path, new.pdf_sha256,
        new.verify_code, new.signed_at, new.sign_way, new.signed_id, new.signed_path, new.signed_sha256, new.certificate_id)
    then raise exception 'agreement %: is cleared after three years, and nothing else of it changes', old.id; end if;
    return new;
  end if;
  if old.content_sha256 is not null and
     (old.order_id, old.type, old.fields, old.template_version, old.agreement_no, old.content_sha256, old.pdf_id, old.pdf_path,
      old.pdf_sha256, old.verify_code, old.cleared_at)
     is distinct from
     (new.order_id, new.type, new.fields, new.template_version, new.agreement_no, new.content_sha256, new.pdf_id, new.pdf_path,
      new.pdf_sha256, new.verify_code, new.cleared_at)
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
create trigger agreement_fixed before update on agreement for each row execute function agreement_fixed();

-- A page that opens without signing in: who has the link sees one paper and may sign it. Only the hash of the link is kept.
create table link_token (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  token_hash bytea not null,
  purpose text not null check (purpose in ('sign', 'pay')),
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
  -- Links to the customer's own page to pay on: what they ask for, besides the order or the row of it (ref_id).
  pay_kind smallint check (pay_kind between 1 and 11),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table link_token is 'way 1 短信链接 2 扫码 3 门店手机';
comment on column link_token.pay_kind is 'of a link to pay: what it asks for';
create index link_token_hash on link_token (token_hash);
create index link_token_ref on link_token (merchant_id, ref_id, created_at);
select tenant_table('link_token');
grant select on link_token to gate;
grant update (phone_enc) on link_token to definer;
select order_scoped('link_token');
create policy gate on link_token for select to gate using (true);

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

-- A page on another phone that adds files to one place of an order, for the account that made it: whoever has the link
-- sends and reads nothing. Only its hash is kept.
create table scan_link (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  token_hash bytea not null,
  order_id bigint not null,
  -- The kind of business that its files are for.
  purpose text not null,
  -- Files that were begun, taken or not.
  tries int not null default 0,
  expire_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
create index scan_link_hash on scan_link (token_hash);
create index scan_link_order on scan_link (merchant_id, order_id);
select tenant_table('scan_link');
grant select on scan_link to gate;
select order_scoped('scan_link');
create policy gate on scan_link for select to gate using (true);

select grant_as_tenant();
