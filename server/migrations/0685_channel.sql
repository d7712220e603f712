-- What a merchant agrees on about each platform that sells for it, and which of its stores and models are open there.
create table merchant_channel (
  merchant_id bigint not null default merchant(),
  source smallint not null check (source > {source.offline}),
  status smallint not null default {channelStatus.notOpen}
    check (status between {channelStatus.notOpen} and {channelStatus.failing}),
  -- The merchant's number there, and whom to ask.
  vendor_code text not null default '',
  contact text not null default '',
  commission_bp int not null default 0 check (commission_bp between 0 and 5000),
  price_mode smallint not null default 1 check (price_mode between 1 and 4),
  price_value int not null default 0 check (price_value between 0 and 10000),
  round_to int not null default 100 check (round_to > 0),
  min_fen bigint not null default 0 check (min_fen >= 0),
  stock_mode smallint not null default 1 check (stock_mode between 1 and 4),
  stock_value int not null default 0 check (stock_value >= 0),
  buffer_units int not null default 0 check (buffer_units >= 0),
  min_lead_minutes int check (min_lead_minutes >= 0),
  max_days int check (max_days > 0),
  opened_at timestamptz,
  version int not null default 1,
  primary key (merchant_id, source)
);
comment on table merchant_channel is 'A channel of the merchant, by its source; without a row it is not open (domain channel/steps.ts)';
select tenant_table('merchant_channel'), guard_reach('merchant_channel', 'whole');

create table channel_mapping (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  source smallint not null,
  store_id bigint,
  model_id bigint,
  -- Null: not open there any more.
  their_code text check (length(their_code) between 1 and 64),
  their_name text not null default '',
  primary key (merchant_id, id),
  foreign key (merchant_id, source) references merchant_channel,
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  foreign key (merchant_id, model_id) references model (merchant_id, id),
  check (num_nonnulls(store_id, model_id) = 1)
);
comment on table channel_mapping is 'A store or a model of ours that is open to a channel, and what it is called there; without a code or a row it is not open';
create unique index channel_mapping_store on channel_mapping (merchant_id, source, store_id) where store_id is not null;
create unique index channel_mapping_model on channel_mapping (merchant_id, source, model_id) where model_id is not null;
create unique index channel_mapping_code on channel_mapping (merchant_id, source, (store_id is null), their_code);
select tenant_table('channel_mapping'), guard_reach('channel_mapping', 'whole');
