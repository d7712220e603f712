-- What each process does before a merchant is known.

-- The gateway: terminals speak with it, and it takes the merchant of each from the registry by these functions alone.
grant execute on function
  gateway_register(text, text, text, text, text, boolean, text, timestamptz), gateway_give_code(text, int, bytea),
  gateway_enter(text, text, text, bytea, timestamptz), gateway_still_there(bigint, text, timestamptz), gateway_place(text),
  gateway_enter_tracker(text, text, timestamptz),
  gateway_ingest(jsonb, timestamptz), gateway_away(bigint[]), gateway_beat(text, jsonb, jsonb), gateway_leave(jsonb),
  gateway_watch(bigint[], bigint[], timestamptz), gateway_alarms(jsonb, timestamptz),
  gateway_claim(text, timestamptz, int), gateway_answer(bigint, int, smallint, timestamptz),
  gateway_confirm(bigint, bigint, timestamptz), gateway_fail(bigint, bigint, timestamptz),
  gateway_judged(text, timestamptz), gateway_judged_facts(bigint, bigint, bigint, timestamptz),
  gateway_judged_send(bigint, bigint, text, timestamptz), gateway_judged_refuse(bigint, bigint, int, text, boolean, timestamptz),
  position_days(timestamptz)
to cheyi_gateway;

-- Jobs: what is due, over all merchants.
grant execute on function
  every_merchant(), timer_due(text, timestamptz, bigint, int), job_take(uuid, int), merchants_to_follow(text, text[], timestamptz),
  merchants_pushing(text, text[]), channels_due(timestamptz), open_tests_due(timestamptz), texts_due(timestamptz, int),
  rings_due(timestamptz, int), audit_unchained(), audit_months(timestamptz), alarms_untold(), alarms_of_silence(jsonb, timestamptz),
  commands_expire(timestamptz), position_days(timestamptz), end_channel_places(timestamptz, timestamptz), purge_aged(timestamptz),
  purge_channel_history(timestamptz), purge_events(timestamptz), purge_identity(timestamptz), purge_notices(timestamptz),
  purge_open_nonces(timestamptz), purge_open_tests(timestamptz), purge_sessions(timestamptz), purge_site_sessions(timestamptz), purge_site_counts(date), purge_stream_tickets(timestamptz)
to cheyi_jobs;
-- They ring phones, complete cancellations of accounts and suspend merchants whose contract ended. They open no session, and read
-- neither passwords nor second factors.
grant select, delete on ring_address to cheyi_jobs;
-- Links that timers and batches send are counted as those that people send.
grant select, insert, delete on unasked_text to cheyi_jobs;
grant select (id, status, mobile_enc, cancel_at), update (status, cancel_at, cancel_reason, mobile_enc, mobile_hash, password_hash,
  password_history, wx_open_enc, wx_open_hash, wx_bound_at, operator) on app_user to cheyi_jobs;
grant select (user_id), delete on partner_user to cheyi_jobs;
grant select (user_id), delete on user_totp to cheyi_jobs;
grant select (user_id), delete on recovery_code to cheyi_jobs;
grant select (id, user_id, merchant_id, revoked_at, idle_expire_at, absolute_expire_at), update (revoked_at, revoke_reason)
  on login_session to cheyi_jobs;
grant select (id, name, status, expire_on, version), update (status, version, status_note, status_at) on merchant to cheyi_jobs;
grant select on account to cheyi_jobs;
grant insert on platform_log to cheyi_jobs, cheyi_web;
create policy cheyi_jobs on merchant to cheyi_jobs using (true) with check (true);
create policy cheyi_jobs on account for select to cheyi_jobs
  using (user_id = (select nullif(current_setting('app.user_id', true), ''))::bigint);

-- The web server: it signs people in, founds merchants that register, and finds whose a request is.
grant execute on function
  place_of_person(bytea), agreement_by_code(text), merchant_of_channel(bigint), open_key_of(text),
  take_open_nonce(bigint, int, text, timestamptz, timestamptz), session_rights(bigint[], timestamptz), events_after(xid8, bigint, int),
  events_of(bigint, xid8, bigint, int), events_since(bigint, timestamptz, int), first_event_after(xid8, bigint),
  cars_on_maps(bigint[], timestamptz, timestamptz), site_of(text), add_site_counts(jsonb)
to cheyi_web;
grant select, insert on merchant_key, unasked_text, shown_whole, partner_user to cheyi_web;
grant delete on unasked_text, shown_whole, partner_user to cheyi_web;
grant select, insert, update on app_user, login_session, login_lock, login_ticket, login_qr, stream_ticket, sms_code, captcha,
  registration, bind_token to cheyi_web;
grant select, insert, update (ok) on login_attempt to cheyi_web;
grant select, insert, update, delete on user_totp, recovery_code, factor_ticket, ring_address to cheyi_web;
grant select, insert, update (status, version, status_note, status_at) on merchant to cheyi_web;
grant select on legal_text, operator_merchant, installation_setting, merchant_place, role, link_token, scan_link to cheyi_web;
grant select, update (last_login_at) on account to cheyi_web;
grant select, update (tries) on invitation to cheyi_web;
grant select (merchant_id, status) on store to cheyi_web;
create policy cheyi_web on merchant to cheyi_web using (true) with check (true);
create policy cheyi_web on account to cheyi_web using (user_id = (select nullif(current_setting('app.user_id', true), ''))::bigint);
create policy cheyi_web on role for select to cheyi_web using (true);
create policy cheyi_web on invitation to cheyi_web using (true);
create policy cheyi_web on link_token for select to cheyi_web using (true);
create policy cheyi_web on scan_link for select to cheyi_web using (true);
create policy cheyi_web on store for select to cheyi_web using (true);
