-- Whether a device is new to its user: their sessions of half a year, ended ones included.
create index login_session_age on login_session (user_id, created_at);
