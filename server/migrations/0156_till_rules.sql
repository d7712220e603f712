-- A shift that begins with other cash than the books know of in its store: what was known, why it differs, who signed it.
alter table till_shift
  add column known_fen bigint,
  add column opening_reason text not null default '' check (length(opening_reason) <= 200),
  add column opening_signed_by bigint;
comment on column till_shift.known_fen is 'cash that lay outside of shifts in the store when it began; null for those before this column';

-- Whose affair a deed is does not count as its second person, whoever asks for it.
alter table approval add column barred_ids bigint[] not null default '{}';
comment on column approval.barred_ids is 'accounts that do not decide it besides the requester: whose shift is short';
