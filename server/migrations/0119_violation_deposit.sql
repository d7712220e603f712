-- A part of the rental deposit becomes the violation deposit at the return (orders.md §11.2.2): held_fen moves from one row to
-- the other, and how much did stays on the rental one, which would show less than was taken otherwise.
alter table deposit add column moved_fen bigint not null default 0 check (moved_fen >= 0);
comment on column deposit.hold_status is '0 未持有 1 持有 2 部分扣款 3 释放中 4 已释放 5 全额扣款 6 已失效 7 释放失败 8 已转违章押金 9 不适用';
comment on column deposit.moved_fen is 'of the rental deposit: what became the violation deposit, fen; held_fen is without it';
