-- What the register of the traffic police says of a customer's driving licence, as 0235 has it of the identity card: beside the result
-- the states of the licence (letters of GA/T 581.5) and its classes; and why somebody was passed against it.
alter table person
  add column licence_result smallint not null default 0 check (licence_result between 0 and 3),
  add column licence_states text not null default '' check (length(licence_states) <= 20),
  add column licence_classes text not null default '' check (length(licence_classes) <= 20),
  add column licence_checked_of bytea,
  add column licence_checked_at timestamptz,
  add column licence_checked_by bigint,
  add column licence_reason text not null default '' check (length(licence_reason) <= 100);
comment on column person.licence_result is '0 未核验 1 一致 2 不一致 3 查无记录';
-- It is asked per day and paid for, counted apart.
alter table daily_use drop constraint daily_use_question_check;
alter table daily_use add constraint daily_use_question_check
  check (question in ('readPaper', 'checkIdentity', 'readSign', 'checkLicence'));
