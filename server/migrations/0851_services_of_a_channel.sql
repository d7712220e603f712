-- What a channel calls a service of ours.
alter table channel_mapping add column service_id bigint,
  add foreign key (merchant_id, service_id) references service_item (merchant_id, id),
  drop constraint channel_mapping_check, add check (num_nonnulls(store_id, model_id, service_id) = 1);
create unique index channel_mapping_service on channel_mapping (merchant_id, source, service_id) where service_id is not null;
drop index channel_mapping_code;
create unique index channel_mapping_code on channel_mapping (merchant_id, source, (store_id is null), (service_id is null), their_code);
comment on table channel_mapping is 'A store or a model that is open to a channel, or a service, and what it is called there; without a code or a row it is not';

-- Whether the platform collects what its orders cost, unless an order says otherwise.
alter table merchant_channel add column prepaid boolean not null default false;
