-- Policies come as a table, too: the columns that staff chose for it are stored for the next one.
alter table import_choice drop constraint import_choice_field_check;
alter table import_choice add constraint import_choice_field_check
  check (field in ('column', 'violationColumn', 'statementColumn', 'costColumn', 'tollColumn', 'policyColumn', 'model', 'store'));

-- A statement that its owner objects to, or that is to be paid, is pending work.
alter table pending_work drop constraint pending_work_subject_check;
alter table pending_work add constraint pending_work_subject_check
  check (subject in ('order', 'ticket', 'violation', 'referral', 'alarm', 'insurance', 'toll', 'ownerStatement'));

-- Corrections of a statement, in words of the staff: owed to the owner, and no cost of a car.
alter table owner_statement add column corrections jsonb not null default '[]';
alter table owner_statement add column correction_fen bigint not null default 0;
comment on column owner_statement.corrections is '[{words, fen}]: what the owner gets besides the parts of the cars; negative: what the owner owes';
comment on column owner_statement.correction_fen is 'The sum of its corrections, fen';
create trigger corrections_stay before update on owner_statement for each row
  when (old.state <> {ownerStatementState.draft} and new.state <> {ownerStatementState.draft}
    and (old.corrections, old.correction_fen) is distinct from (new.corrections, new.correction_fen))
  execute function owner_statement_stays();
