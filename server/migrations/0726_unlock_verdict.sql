-- needs: 0726
-- An unlock is judged as a cut is: in the transaction that sends it, with the rows locked that it rests on. A cut does not leave while it is
-- doubted who speaks for the device, and reports from before the session changed its network say nothing.

drop function gateway_cuts(text, timestamptz);
drop function gateway_cut_facts(bigint, bigint, bigint, timestamptz);
drop function gateway_cut_send(bigint, bigint, text, timestamptz);
drop function gateway_cut_refuse(bigint, bigint, int, text, boolean, timestamptz);

-- As before, without unlocks.
create or replace function gateway_claim(node text, now_at timestamptz, most int)
  returns table (merchant_id bigint, id bigint, device_id bigint, session_no bigint, type smallint, params jsonb, serial int,
    profile smallint, door_inverted boolean, ctl_short boolean)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  update command c set state = {commandState.timedOut}, ended_at = now_at, updated_at = now_at
    from (select o.merchant_id, o.id from command o
           where o.state = {commandState.sent} and o.sends >= 3 and o.sent_at <= now_at - interval '15 seconds'
             and o.type <> {commandType.engineRestore}
           for update skip locked) late
   where c.merchant_id = late.merchant_id and c.id = late.id;
  return query
    with due as (
      select c.merchant_id, c.id, l.session_no from command c
        join device_live l on l.merchant_id = c.merchant_id and l.device_id = c.device_id
       where l.node = gateway_claim.node and c.type not in ({commandType.engineCut}, {commandType.unlock}) and c.state in ({commandState.toSend}, {commandState.sent})
         and case when c.state = {commandState.toSend} then c.expire_at is null or c.expire_at > now_at
               else c.sent_at <= now_at - interval '15 seconds' and (c.sends < 3 or c.type = {commandType.engineRestore}) end
       order by c.type <> {commandType.engineRestore}, c.id limit most
       for update of c skip locked),
    again as (
      select c.merchant_id, c.id, l.session_no from command c
        join device d on d.merchant_id = c.merchant_id and d.id = c.device_id
        join device_live l on l.merchant_id = c.merchant_id and l.device_id = c.device_id
       where c.type = {commandType.engineRestore} and c.state = {commandState.answered} and d.cut_at is not null
         and l.node = gateway_claim.node and c.sent_at <= now_at - interval '15 seconds'
       limit most for update of c skip locked),
    sent as (
      update command c set
          state = case when c.state = {commandState.toSend} then {commandState.sent} else c.state end,
          node = gateway_claim.node, session_no = n.session_no, serial = coalesce(c.serial, nextval('command_serial')::int),
          sends = least(c.sends + 1, 10000), sent_at = now_at, updated_at = now_at
        from (select * from due union all select * from again) n
       where c.merchant_id = n.merchant_id and c.id = n.id
      returning c.*)
    select s.merchant_id, s.id, s.device_id, s.session_no, s.type, s.params, s.serial, d.profile, d.door_inverted, d.ctl_short
      from sent s join device d on d.merchant_id = s.merchant_id and d.id = s.device_id
     order by s.type <> {commandType.engineRestore}, s.id;
end $$;

-- Cuts and unlocks that this node may have to send: new ones, and those that were not answered.
create function gateway_judged(node text, now_at timestamptz) returns table (id bigint, device_id bigint, session_no bigint, state smallint)
  language sql stable security definer set search_path = public as $$
  select c.id, c.device_id, l.session_no, c.state from command c
    join device_live l on l.merchant_id = c.merchant_id and l.device_id = c.device_id
   where l.node = gateway_judged.node and c.type in ({commandType.engineCut}, {commandType.unlock}) and c.state in ({commandState.toSend}, {commandState.sent})
     and case when c.state = {commandState.toSend} then c.expire_at is null or c.expire_at > now_at
           else c.sends < 3 and c.sent_at <= now_at - interval '15 seconds' end
   order by c.id limit 100
$$;
alter function gateway_judged(text, timestamptz) owner to definer;
revoke all on function gateway_judged(text, timestamptz) from public;
grant execute on function gateway_judged(text, timestamptz) to gate;

-- Locks order, device, its live state and the command, in this order, and tells what the verdict rests on; null: it is not this session's any more.
create function gateway_judged_facts(device_id bigint, id bigint, session_no bigint, now_at timestamptz) returns jsonb
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
    'emergency', coalesce((c.params ->> 'emergency')::boolean, false), 'rented', paid is not null,
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
alter function gateway_judged_facts(bigint, bigint, bigint, timestamptz) owner to definer;
revoke all on function gateway_judged_facts(bigint, bigint, bigint, timestamptz) from public;
grant execute on function gateway_judged_facts(bigint, bigint, bigint, timestamptz) to gate;

-- It may leave: from now on the engine may be off, where it is a cut.
create function gateway_judged_send(device_id bigint, id bigint, node text, now_at timestamptz) returns int
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  used int;
  kind smallint;
begin
  update command c set state = {commandState.sent}, node = gateway_judged_send.node, session_no = l.session_no,
      serial = coalesce(c.serial, nextval('command_serial')::int), sends = c.sends + 1, sent_at = now_at, updated_at = now_at
    from terminal t join device_live l on l.merchant_id = t.merchant_id and l.device_id = t.device_id
   where t.device_id = gateway_judged_send.device_id and c.merchant_id = t.merchant_id and c.device_id = t.device_id and c.id = gateway_judged_send.id
     and c.type in ({commandType.engineCut}, {commandType.unlock}) and c.state in ({commandState.toSend}, {commandState.sent})
  returning c.serial, c.type into used, kind;
  update device d set cut_at = coalesce(d.cut_at, now_at), updated_at = now_at from terminal t
   where t.device_id = gateway_judged_send.device_id and d.merchant_id = t.merchant_id and d.id = t.device_id and kind = {commandType.engineCut};
  return used;
end $$;
alter function gateway_judged_send(bigint, bigint, text, timestamptz) owner to definer;
revoke all on function gateway_judged_send(bigint, bigint, text, timestamptz) from public;
grant execute on function gateway_judged_send(bigint, bigint, text, timestamptz) to gate;

-- It may not. `unsent`: it had been let go in a transaction before, and no byte of it has left, this time or ever. What was sent before and
-- may not be sent again has run out, and its engine may be off.
create function gateway_judged_refuse(device_id bigint, id bigint, code int, word text, unsent boolean, now_at timestamptz) returns void
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare c command%rowtype;
begin
  select x.* into c from command x join terminal t on t.merchant_id = x.merchant_id and t.device_id = x.device_id
   where t.device_id = gateway_judged_refuse.device_id and x.id = gateway_judged_refuse.id and x.type in ({commandType.engineCut}, {commandType.unlock})
     and x.state in ({commandState.toSend}, {commandState.sent}) for update of x;
  if not found then return; end if;
  if c.state = {commandState.toSend} or unsent then
    update command x set state = {commandState.refused}, refusal = code, ended_at = now_at, updated_at = now_at
     where x.merchant_id = c.merchant_id and x.id = c.id;
    -- The flag that this one set; that of a cut before it stays.
    update device d set cut_at = null, updated_at = now_at
     where unsent and c.type = {commandType.engineCut} and d.merchant_id = c.merchant_id and d.id = c.device_id and d.cut_at = c.sent_at;
  else
    update command x set state = {commandState.timedOut}, ended_at = now_at, updated_at = now_at where x.merchant_id = c.merchant_id and x.id = c.id;
  end if;
  insert into audit (merchant_id, at, account_id, action, target_type, target_id, after, result)
    values (c.merchant_id, now_at, c.created_by, 'vehicleControl.command', 'command', c.id,
      jsonb_build_object('vehicleId', c.vehicle_id::text, 'type', c.type), word);
end $$;
alter function gateway_judged_refuse(bigint, bigint, int, text, boolean, timestamptz) owner to definer;
revoke all on function gateway_judged_refuse(bigint, bigint, int, text, boolean, timestamptz) from public;
grant execute on function gateway_judged_refuse(bigint, bigint, int, text, boolean, timestamptz) to gate;
