-- A deposit in hand is made more, or held by something else in place of what stands behind it (orders.md §3.3, §6.5): what a
-- link or a freeze that changes one makes of it is kept with it, since its customer may answer much later.
alter table payment add column deposit_to_fen bigint check (deposit_to_fen >= amount_fen);
comment on column payment.deposit_to_fen is 'what its deposit comes to by it, fen: as much as the payment where it takes the place of what was held before, more where it adds to that; null for the first of a deposit and for all other payments';
