-- A customer opens a car that is parked, whose terminal reports no recent position; staff need one to unlock a rented car.
create or replace function gateway_judged_facts(device_id bigint, id bigint, session_no bigint, now_at timestamptz) returns jsonb
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  of_merchant bigint;
  car bigint;
  paid timestamptz;
  d device%rowtype;
  l device_live%rowtype;
  c command%rowtype;
begin
  select t.merchant_id into of_merchant from terminal t where t.device_id = gateway_judged_facts.device_id;
  select x.vehicle_id into car from command x where x.merchant_id = of_merchant and x.id = gateway_judged_facts.id;
  select o.return_at into paid from "order" o
   where o.merchant_id = of_merchant and o.vehicle_id = car and o.status = {orderStatus.pickedUp} order by o.id limit 1 for update;
  select * into d from device x where x.merchant_id = of_merchant and x.id = gateway_judged_facts.device_id for update;
  select * into l from device_live x where x.merchant_id = of_merchant and x.device_id = gateway_judged_facts.device_id for update;
  select * into c from command x where x.merchant_id = of_merchant and x.id = gateway_judged_facts.id for update;
  if c.id is null or c.device_id <> gateway_judged_facts.device_id or c.type not in ({commandType.engineCut}, {commandType.unlock})
    or c.state not in ({commandState.toSend}, {commandState.sent}) or l.session_no <> gateway_judged_facts.session_no
    or d.vehicle_id is distinct from c.vehicle_id or c.sends >= 3 then return null; end if;
  return jsonb_build_object(
    'type', c.type, 'state', c.state, 'armed', c.armed, 'category', c.category,
    'emergency', coalesce((c.params ->> 'emergency')::boolean, false), 'rented', paid is not null and not coalesce((c.params ->> 'customer')::boolean, false),
    'doubted', exists (select from alarm a where a.merchant_id = of_merchant and a.device_id = d.id and a.type = {alarmType.forged}
      and a.state in ({alarmState.open}, {alarmState.running})),
    'enabled', coalesce((select (m.settings ->> 'engineCutEnabled')::boolean from merchant m where m.id = of_merchant), false),
    'profile', d.profile, 'doorInverted', d.door_inverted, 'ctlShort', d.ctl_short,
    'stoppedSince', epoch_ms(l.stopped_since), 'paidUntil', epoch_ms(paid),
    'fixes', coalesce((select jsonb_agg(jsonb_build_object('at', epoch_ms(p.at), 'receivedAt', epoch_ms(p.received_at), 'lat', p.lat_e6 / 1e6,
        'lng', p.lng_e6 / 1e6, 'speed', p.speed, 'pulseSpeed', p.pulse_speed, 'valid', p.valid, 'acc', p.status_bits & 1 <> 0) order by p.at desc)
      from (select * from position x where x.merchant_id = of_merchant and x.device_id = gateway_judged_facts.device_id
             and x.at > now_at - interval '10 minutes' and not x.backfill
             and x.received_at >= coalesce(l.moved_at, '-infinity') order by x.at desc limit 60) p), '[]'),
    'zones', coalesce((select jsonb_agg(f.shape) from fence f
       where f.merchant_id = of_merchant and f.rule = {fenceRule.noCut} and f.active and f.deleted_at is null), '[]'));
end $$;
