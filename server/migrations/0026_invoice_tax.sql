-- Invoices with their kind and tax, and the data of the buyer that a special invoice (专用发票) shows.
alter table invoice add column kind smallint not null default 1 check (kind in (1, 2));
alter table invoice add column rate_bp smallint not null default 0 check (rate_bp between 0 and 10000);
alter table invoice add column tax_fen bigint not null default 0 check (tax_fen >= 0);
alter table invoice add column buyer_address text not null default '' check (length(buyer_address) <= 100);
alter table invoice add column buyer_phone text not null default '' check (length(buyer_phone) <= 20);
alter table invoice add column buyer_bank text not null default '' check (length(buyer_bank) <= 60);
alter table invoice add column buyer_account text not null default '' check (length(buyer_account) <= 40);
alter table invoice add column red_confirm_no text not null default '' check (length(red_confirm_no) <= 40);
comment on column invoice.kind is '1 普通发票, 2 专用发票';
comment on column invoice.rate_bp is 'The rate in its amount when it was requested, basis points; 0 for those of before';
comment on column invoice.tax_fen is 'The tax in its amount';
comment on column invoice.red_confirm_no is 'The number of the tax office for the red invoice (红字发票信息确认单编号)';

alter table bookkeeping_account add column class_code text check (class_code ~ '^[0-9]{19}$');
comment on column bookkeeping_account.class_code is 'Of an income account: 商品和服务税收分类编码 on invoices';
