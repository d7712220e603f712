-- Keys that retire seal the secrets and the log anew.
grant update (secret_enc, old_secret_enc) on channel_webhook to definer;
grant update (body_enc) on channel_log to definer;
