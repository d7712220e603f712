-- What the register of the police says of a customer's name and number: of which (a blind index, so that another name or number
-- leaves it behind), when and for whom it was asked; and why somebody was passed of whom it says otherwise.
alter table person
  add column identity_result smallint not null default 0 check (identity_result between 0 and 3),
  add column identity_checked_of bytea,
  add column identity_checked_at timestamptz,
  add column identity_checked_by bigint,
  add column mismatch_reason text not null default '' check (length(mismatch_reason) <= 100);
comment on column person.identity_result is '0 未核验 1 一致 2 不一致 3 查无此人';
-- It is asked per day and paid for, as readings are.
alter table daily_use drop constraint daily_use_question_check;
alter table daily_use add constraint daily_use_question_check check (question in ('readPaper', 'checkIdentity'));
