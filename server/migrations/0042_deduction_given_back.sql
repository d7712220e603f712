-- What a return gives back of a deduction goes into the deposit again; captured = Σ amount − refunded of successes.
alter table deposit_deduction add column refunded_fen bigint not null default 0
  check (refunded_fen between 0 and amount_fen);
update deposit_deduction set refunded_fen = amount_fen where result = 3;
