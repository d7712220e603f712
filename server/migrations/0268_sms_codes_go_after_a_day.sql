-- Codes by text message are kept for 24 hours (they were for 48): the limit of a day asks for no older ones.
create or replace function purge_identity(now_at timestamptz) returns void language sql security definer set search_path = public as $$
  delete from registration where created_at < now_at - interval '48 hours';
  delete from sms_code where created_at < now_at - interval '24 hours';
  delete from captcha where expire_at < now_at;
  delete from login_ticket where expire_at < now_at - interval '1 hour';
  delete from login_lock where greatest(locked_until, fail_since) < now_at - interval '48 hours';
  delete from login_qr where created_at < now_at - interval '1 day';
  delete from bind_token where expire_at < now_at - interval '1 hour';
$$;
