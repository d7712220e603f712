-- What clears itself after its time (operations.md §15): packages/domain/src/retention/rules.ts says when.

-- Of a provider's word the fact stays, its text goes.
alter table pay_notice alter column body_enc drop not null;
grant update (body_enc) on pay_notice to tenant;
create index pay_notice_body on pay_notice (merchant_id, at) where body_enc is not null;

-- A paper whose term is over loses its text, its hand and who signed where; that it was, and the digests by which a copy is
-- told, stay for good.
alter table agreement add column cleared_at timestamptz;
create or replace function agreement_fixed() returns trigger language plpgsql as $$
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

-- Sessions of which nothing is left but where they were.
grant delete on login_session, stream_ticket, login_ticket to definer;
create function purge_sessions(before timestamptz) returns bigint language sql security definer set search_path = public as $$
  with old as materialized (
      select id from login_session where coalesce(revoked_at, least(idle_expire_at, absolute_expire_at)) < before
       order by id limit 10000),
    streams as (delete from stream_ticket where session_id in (select id from old)),
    tickets as (delete from login_ticket where session_id in (select id from old)),
    gone as (delete from login_session where id in (select id from old) returning 1)
  select count(*) from gone
$$;
alter function purge_sessions(timestamptz) owner to definer;
revoke all on function purge_sessions(timestamptz) from public;
grant execute on function purge_sessions(timestamptz) to gate;
