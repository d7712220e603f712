-- A second factor (TOTP, RFC 6238) of whoever wants one or must have one, and what signs in between the two factors.
create table user_totp (
  user_id bigint primary key references app_user (id),
  -- Base32, sealed. Null until a first code was right.
  secret_enc bytea,
  -- A secret that was shown and not yet confirmed; it takes the place of the other when it is.
  pending_enc bytea,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
comment on column user_totp.last_step is 'The 30-second step of the newest code that was taken: none serves twice';
alter table user_totp owner to app_owner;
grant select, insert, update, delete on user_totp to gate;
-- Secrets are sealed anew when keys are renewed.
grant select, update on user_totp to definer;

create table recovery_code (
  user_id bigint not null references app_user (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
alter table recovery_code owner to app_owner;
grant select, insert, update, delete on recovery_code to gate;

-- Who showed the first factor and has five minutes for the second.
create table factor_ticket (
  token_hash bytea primary key,
  user_id bigint not null references app_user (id),
  source text not null,
  expire_at timestamptz not null,
  used_at timestamptz
);
create index factor_ticket_age on factor_ticket (expire_at);
alter table factor_ticket owner to app_owner;
grant select, insert, update, delete on factor_ticket to gate;

-- That somebody has a second factor, or needs one from now on, reaches their sessions at the next call.
create function bump_sessions_of_user() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update login_session set stamp = stamp + 1
   where user_id = case when tg_op = 'DELETE' then old.user_id else new.user_id end and revoked_at is null;
  return null;
end $$;
alter function bump_sessions_of_user() owner to definer;
create trigger factor_changed after insert or delete or update of confirmed_at on user_totp
  for each row execute function bump_sessions_of_user();
create trigger merchant_factor_changed after update of settings on merchant for each row
  when (old.settings -> 'secondFactorRequired' is distinct from new.settings -> 'secondFactorRequired')
  execute function bump_merchant_sessions();
