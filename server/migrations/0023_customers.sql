-- What the list of customers shows and is sorted by, kept for each customer: over all stores (store 0) and for each store of their rentals,
-- over all (tag '') and again under each tag of the customer, so that each filter has an index for each order.
alter table person add column tags text[] not null default '{}' check (cardinality(tags) <= 10);
comment on column person.tags is 'Tags that the merchant gave this customer';

create table customer_figure (
  merchant_id bigint not null default merchant(),
  person_id bigint not null,
  store_id bigint not null,
  tag text not null,
  orders int not null default 0,
  spent_fen bigint not null default 0,
  owed_fen bigint not null default 0,
  last_at timestamptz not null default 'epoch',
  primary key (merchant_id, person_id, store_id, tag),
  foreign key (merchant_id, person_id) references person (merchant_id, id)
) with (autovacuum_vacuum_scale_factor = 0.05);
comment on table customer_figure is 'Rentals of each customer, by store and tag; a follower of events keeps it';
comment on column customer_figure.store_id is 'A store of their rentals, for the pickup or the return; 0: all stores';
comment on column customer_figure.tag is 'A tag of the customer; empty: the row for lists without this filter';
comment on column customer_figure.orders is 'Rentals that are not cancelled';
comment on column customer_figure.owed_fen is 'Debts of ended rentals that no company pays, fen';
comment on column customer_figure.last_at is 'The latest pickup, planned or done; epoch: none';
create index customer_newest on customer_figure (merchant_id, store_id, tag, person_id);
create index customer_orders on customer_figure (merchant_id, store_id, tag, orders, person_id);
create index customer_spent on customer_figure (merchant_id, store_id, tag, spent_fen, person_id);
create index customer_owed on customer_figure (merchant_id, store_id, tag, owed_fen, person_id);
create index customer_last on customer_figure (merchant_id, store_id, tag, last_at, person_id);
select tenant_table('customer_figure', 'insert, update, delete');

-- Who sees some stores sees the customers of their orders, with what they rented there. Rows of orders of one employee do not exist.
create policy scope on customer_figure as restrictive to tenant using (
  case (select current_setting('app.scope'))
    when 'all' then true
    when 'stores' then store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
    else false
  end);

-- Customers without an order, and those who lose one, are in no event about an order.
create function tell_of_customer() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_table_name = 'person' then
    perform tell_of_figures(new.merchant_id, 'person', new.id, app_now());
  else
    perform tell_of_figures(new.merchant_id, 'person', old.renter_id, app_now());
  end if;
  return null;
end $$;
alter function tell_of_customer() owner to definer;
revoke all on function tell_of_customer() from public;
create trigger told_figures after insert or update of tags, erased_at on person for each row execute function tell_of_customer();
create trigger told_customer after update of renter_id on "order" for each row
  when (old.renter_id is not null and old.renter_id is distinct from new.renter_id) execute function tell_of_customer();
