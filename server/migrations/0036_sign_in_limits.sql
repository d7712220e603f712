-- An attempt to sign in is counted before it is judged, and said to have been no guess afterwards.
grant update (ok) on login_attempt to gate;

-- Whose code it is: a keyed hash of what tells the device that asked for it from others; null where nobody asked.
alter table sms_code add column device_hash bytea;

-- When who holds the session last showed a password or a code: what only a fresh proof opens asks here.
alter table login_session add column proved_at timestamptz;
