-- The protocol by which a channel is notified. What it sends stands in the domain (sales/channel-push/wire.ts).
alter table channel_webhook add column wire smallint not null default {channelWire.open}
  check (wire between {channelWire.open} and {channelWire.fliggy});
comment on column channel_webhook.wire is 'Protocol: domain sales/channel-push/wire.ts channelWires';
