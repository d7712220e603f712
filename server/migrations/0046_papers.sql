-- The file of a paper is printed after the request that made or signed it, so that nobody waits for it at the counter. What was made and
-- what was signed is fixed at once; its file follows, once.
alter table agreement add column print_at timestamptz;
comment on column agreement.print_at is 'When its file is printed next: now, after a failure later, while a server prints it after its lease. Null: no file is missing, or printing was given up';
alter table agreement add column print_attempts smallint not null default 0;
alter table agreement add column sign_facts jsonb;
comment on column agreement.sign_facts is 'The record of the signing as the signed file prints it';
alter table agreement add column sign_sha256 bytea;
comment on column agreement.sign_sha256 is 'SHA-256 of the digest of the content, the hand, the time and sign_facts: what was signed, before there is a file';
create index agreement_print on agreement (print_at) where print_at is not null;

create or replace function agreement_fixed() returns trigger language plpgsql as $$
begin
  if new.cleared_at is not null and old.cleared_at is null then
    if app_now() < old.created_at + interval '3 years' or new.fields <> '{}' or new.signature_enc is not null or new.sign_facts is not null or
       (old.order_id, old.type, old.template_version, old.agreement_no, old.content_sha256, old.pdf_id, old.pdf_path, old.pdf_sha256,
        old.verify_code, old.signed_at, old.sign_way, old.sign_sha256, old.signed_id, old.signed_path, old.signed_sha256, old.certificate_id)
       is distinct from
       (new.order_id, new.type, new.template_version, new.agreement_no, new.content_sha256, new.pdf_id, new.pdf_path, new.pdf_sha256,
        new.verify_code, new.signed_at, new.sign_way, new.sign_sha256, new.signed_id, new.signed_path, new.signed_sha256, new.certificate_id)
    then raise exception 'agreement %: is cleared after three years, and nothing else of it changes', old.id; end if;
    return new;
  end if;
  if old.content_sha256 is not null and
     (old.order_id, old.type, old.fields, old.template_version, old.agreement_no, old.content_sha256, old.verify_code, old.cleared_at)
     is distinct from
     (new.order_id, new.type, new.fields, new.template_version, new.agreement_no, new.content_sha256, new.verify_code, new.cleared_at)
  then raise exception 'agreement %: what was made is not changed', old.id; end if;
  if old.pdf_sha256 is not null and
     (old.pdf_id, old.pdf_path, old.pdf_sha256) is distinct from (new.pdf_id, new.pdf_path, new.pdf_sha256)
  then raise exception 'agreement %: what was printed is not changed', old.id; end if;
  -- The handwriting may be sealed under another key; sign_sha256 says whether it is the same.
  if old.signed_at is not null and
     (old.signed_at, old.sign_way, old.signer_ip, old.signer_agent, old.signer_phone_mask, old.sign_facts, old.sign_sha256)
     is distinct from
     (new.signed_at, new.sign_way, new.signer_ip, new.signer_agent, new.signer_phone_mask, new.sign_facts, new.sign_sha256)
  then raise exception 'agreement %: what was signed is not changed', old.id; end if;
  if old.signed_sha256 is not null and
     (old.signed_id, old.signed_path, old.signed_sha256, old.certificate_id)
     is distinct from
     (new.signed_id, new.signed_path, new.signed_sha256, new.certificate_id)
  then raise exception 'agreement %: its signed file is not changed', old.id; end if;
  return new;
end $$;

create function timer_due_agreementprint(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select a.merchant_id, a.id from agreement a where a.print_at <= now_at and a.id > after_id order by a.id limit most
$$;
alter function timer_due_agreementprint(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_agreementprint(timestamptz,bigint,int) from public;
