-- What each vehicle earned and did in a month, kept by the follower of the figures with the same shares as its other sums.
create table figure_car (
  merchant_id bigint not null default merchant(),
  month date not null,
  vehicle_id bigint not null,
  rent_fen bigint not null default 0,
  service_fen bigint not null default 0,
  other_fen bigint not null default 0,
  fleet bigint not null default 0,
  rented bigint not null default 0,
  down bigint not null default 0,
  km bigint not null default 0,
  primary key (merchant_id, month, vehicle_id)
) with (fillfactor = 80);
comment on table figure_car is 'Sums by vehicle and month, time in minutes; vehicle 0: income of orders that never had one';
create index figure_car_vehicle on figure_car (merchant_id, vehicle_id, month);
select tenant_table('figure_car', 'insert, update, delete');

create table figure_car_order (
  merchant_id bigint not null default merchant(),
  vehicle_id bigint not null,
  month date not null,
  order_id bigint not null,
  rent_fen bigint not null default 0,
  service_fen bigint not null default 0,
  other_fen bigint not null default 0,
  primary key (merchant_id, vehicle_id, month, order_id)
);
comment on table figure_car_order is 'What of the income of figure_car is of which order';
create index figure_car_order_order on figure_car_order (merchant_id, order_id, month);
select tenant_table('figure_car_order', 'insert, update, delete');

-- Figures that were stored without vehicles are computed again.
alter table figure_state add column by_car boolean not null default false;
comment on column figure_state.by_car is 'Whether the stored shares of orders name their vehicles';
