-- A picture of the company's own seal (公章, 合同专用章), printed where a paper is sealed instead of a drawn one. The newest that is not
-- retired is in use; what was printed with an earlier one stays as it is.
create table company_stamp (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  media_id bigint not null,
  retired_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, media_id) references media (merchant_id, id)
);
select tenant_table('company_stamp', 'insert');
grant update (retired_at) on company_stamp to tenant;
