-- What a return gives back of a deduction goes into the deposit again; captured = Σ amount − refunded of successes.
alter table deposit_deduction add column refunded_fen bigint not null default 0;
update deposit_deduction set refunded_fen = amount_fen where result = 3;
alter table deposit_deduction add constraint deposit_deduction_refunded check (refunded_fen between 0 and amount_fen);
