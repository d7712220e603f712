-- How often a merchant has asked somebody outside today where each question costs: one row for each question.
create table daily_use (
  merchant_id bigint not null default merchant(),
  question text not null check (question in ('readPaper')),
  day date not null,
  n integer not null check (n > 0),
  primary key (merchant_id, question)
);
select tenant_table('daily_use');
