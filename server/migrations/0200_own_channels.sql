-- Channels are offered where a merchant says that it has them (decision 70). Who uses one already says so.
with named as (
  select merchant_id, source from price_rule union select merchant_id, source from long_price
  union select merchant_id, source from price_calendar union select merchant_id, source from deposit_policy
  union select merchant_id, unnest(sources) from service_item union select merchant_id, unnest(sources) from cancel_rule
  union select merchant_id, unnest(channels) from stop_sale union select merchant_id, source from "order"
  union select m.id, k.source::smallint from merchant m, jsonb_object_keys(coalesce(m.settings -> 'sourceNames', '{}')) k (source)
), used as (
  select merchant_id, jsonb_agg(source order by source) as channels from named where source > 1 group by merchant_id
)
update merchant m set settings = m.settings || jsonb_build_object('ownChannels', used.channels) from used where used.merchant_id = m.id;
