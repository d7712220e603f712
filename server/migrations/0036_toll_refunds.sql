-- Money that a provider gives back is a line with a negative amount. It is a negative cost of its car; with the line that it pays back,
-- which no customer pays any more, it comes to nothing. Where that line was already asked of a customer, the money is theirs.
alter table toll_line drop constraint toll_line_fen_check;
alter table toll_line drop constraint toll_line_status_check;
alter table toll_line add constraint toll_line_status_check check (status between 1 and 7);
comment on table toll_line is 'kind 1 过路费 2 停车 3 充电; status 1 待匹配 2 待收 3 待支付 4 已收 5 商家承担 6 已作废 7 待退客户';
comment on column toll_line.fen is 'Negative: the provider gave it back';
alter table toll_line add column back_no text check (length(back_no) between 1 and 60);
comment on column toll_line.back_no is 'Of money back, instead of line_no: the number of the line that it names, or its own';
alter table toll_line add column refund_of bigint check (refund_of is null or fen < 0);
alter table toll_line add foreign key (merchant_id, refund_of) references toll_line (merchant_id, id);
comment on column toll_line.refund_of is 'The line that this money back pays back';
-- A part of a line may be given back more than once, each time with another sum.
create unique index toll_line_back_once on toll_line (merchant_id, provider, back_no, fen) where back_no is not null and status <> {tollStatus.void};
create index toll_line_refund on toll_line (merchant_id, refund_of) where refund_of is not null;
create index toll_line_back on toll_line (merchant_id, out_at) where fen < 0 and refund_of is null;
