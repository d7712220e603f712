-- How often a merchant has asked somebody outside today, where each question costs; one row for each kind of question.
create table daily_use (
  merchant_id bigint not null default merchant(),
  kind smallint not null check (kind between 1 and 1),
  day date not null,
  n integer not null check (n > 0),
  primary key (merchant_id, kind)
);
comment on table daily_use is 'kind 1 识别证件照片';
select tenant_table('daily_use');
