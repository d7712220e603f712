-- A session says when its holder showed the second factor: of who has one, a session without it is none (decision 130).
alter table login_session add column factor_at timestamptz;
comment on column login_session.factor_at is 'When the second factor was shown here, or in the session that this one follows';
alter table login_qr add column factor_at timestamptz;
comment on column login_qr.factor_at is 'That of the session that confirmed';
-- What was proved by the first factor beside the sign-in itself: an invitation, whose code is not asked for again.
alter table factor_ticket add column merchant_id bigint, add column invitation_id bigint;
