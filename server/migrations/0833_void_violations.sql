-- A void violation is withdrawn for the platform, like one that belongs to another order; its fine may be unknown.
create or replace function notify_channel_of_violation() returns trigger language plpgsql security definer set search_path = public as $$
declare about jsonb := jsonb_build_object('violationId', new.id::text, 'occurAt', epoch_ms(new.occur_at), 'act', new.act, 'points', new.points,
  'fineFen', new.fine_fen);
begin
  perform notify_channel(o, o.status, null, new.id,
      about || jsonb_build_object('withdrawn', o.id is distinct from new.order_id or new.status = {violationStatus.void})) from "order" o
    where o.merchant_id = new.merchant_id and o.id in (new.order_id, case when tg_op = 'UPDATE' then old.order_id end)
      and o.source <> {source.offline} and o.channel_order_no is not null;
  return null;
end $$;
create trigger notify_channel_void after update of status on violation for each row
  when ((old.status = {violationStatus.void}) <> (new.status = {violationStatus.void}) and new.order_id is not null and old.order_id = new.order_id)
  execute function notify_channel_of_violation();
