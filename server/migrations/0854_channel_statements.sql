-- What a platform says that it remits for each order of a month, and how it compares with the books.
create table channel_statement_line (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  source smallint not null,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  channel_order_no text not null check (length(channel_order_no) between 1 and 64),
  order_id bigint,
  -- Remitted less commission, fen; negative: the merchant owes it. 0 for an order that the statement does not have.
  net_fen bigint not null,
  commission_fen bigint not null default 0,
  -- Balance of the order in the books when it was compared; null: there is no such order.
  ours_fen bigint,
  result smallint not null check (result between 0 and 3),
  state smallint not null default 0 check (state between 0 and 2),
  note text not null default '' check (length(note) <= 200),
  handled_at timestamptz,
  handled_by bigint,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, source) references merchant_channel,
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  check ((order_id is null) = (ours_fen is null))
);
comment on table channel_statement_line is 'Lines of the monthly statements of channels: result 0 一致 1 金额不符 2 我方缺失 3 渠道缺失; state 0 待处理 1 已入账 2 已核对';
create unique index channel_statement_line_once on channel_statement_line (merchant_id, source, month, channel_order_no);
create index channel_statement_line_order on channel_statement_line (merchant_id, order_id) where order_id is not null;
select tenant_table('channel_statement_line'), guard_reach('channel_statement_line', 'whole');

alter table import_choice drop constraint import_choice_field_check,
  add check (field in ('column', 'violationColumn', 'statementColumn', 'model', 'store'));

-- Right 703 (平台对账) has its part now: the roles that have it from the start get it, with the page it belongs to.
update role set menu_ids = array(select distinct m from unnest(menu_ids || array[700, 703]) m order by m)
 where letter in ('B', 'F', 'Q') and deleted_at is null and not 703 = any (menu_ids);
