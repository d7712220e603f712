-- Commands that the gateway carries out: rows of `command` that belong to sessions of a node.
create sequence command_serial as int minvalue 0 maxvalue 65535 cycle;
alter sequence command_serial owner to app_owner;
grant usage on sequence command_serial to definer;

create index command_sending on command (id) where state in ({commandState.toSend}, {commandState.sent});
create index command_restoring on command (merchant_id, device_id) where type = {commandType.engineRestore} and state = {commandState.answered};

-- Open pages are told of each state, whoever moved it.
create function tell_of_command() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, keys, store_ids)
    select new.merchant_id, 'command.changed', new.id::text,
      jsonb_strip_nulls(jsonb_build_object('commandId', new.id::text, 'vehicleId', new.vehicle_id::text, 'type', new.type, 'state', new.state,
        'errorCode', new.refusal)),
      array['vehicleControl'], array[v.current_store_id]
      from vehicle v where v.merchant_id = new.merchant_id and v.id = new.vehicle_id
  on conflict (merchant_id, xid, type, ref) do update set data = excluded.data, keys = excluded.keys, store_ids = excluded.store_ids;
  return null;
end $$;
alter function tell_of_command() owner to definer;
revoke all on function tell_of_command() from public;
create trigger told_of_state after update of state on command for each row when (old.state <> new.state) execute function tell_of_command();

-- Takes what this node is to send now: new ones, restores of engines first, and what was not answered within 15 s, three times in all. A restore
-- is sent until the engine is back. Cuts of engines are not taken here: what allows them is judged anew in front of each.
create function gateway_claim(node text, now_at timestamptz, most int)
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
       where l.node = gateway_claim.node and c.type <> {commandType.engineCut} and c.state in ({commandState.toSend}, {commandState.sent})
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
alter function gateway_claim(text, timestamptz, int) owner to definer;
revoke all on function gateway_claim(text, timestamptz, int) from public;
grant execute on function gateway_claim(text, timestamptz, int) to gate;

-- What a device answered to a serial: 0 done, anything else not. Says which command that was.
create function gateway_answer(device_id bigint, serial int, answer smallint, now_at timestamptz)
  returns table (merchant_id bigint, id bigint, type smallint) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
    update command c set
        state = case when c.state = {commandState.answered} then c.state when gateway_answer.answer = 0 then {commandState.answered} else {commandState.failed} end,
        answer = gateway_answer.answer, answered_at = now_at, updated_at = now_at,
        ended_at = case when gateway_answer.answer = 0 then c.ended_at else now_at end
      from terminal t
     where t.device_id = gateway_answer.device_id and c.merchant_id = t.merchant_id and c.device_id = t.device_id
       and c.serial = gateway_answer.serial
       and (c.state = {commandState.sent} or c.state = {commandState.answered} and c.type = {commandType.engineRestore})
    returning c.merchant_id, c.id, c.type;
end $$;
alter function gateway_answer(bigint, int, smallint, timestamptz) owner to definer;
revoke all on function gateway_answer(bigint, int, smallint, timestamptz) from public;
grant execute on function gateway_answer(bigint, int, smallint, timestamptz) to gate;

-- A later report shows that it took effect. A restore that did takes the flag of a cut off the device.
create function gateway_confirm(device_id bigint, id bigint, now_at timestamptz) returns boolean language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  of_merchant bigint;
  kind smallint;
begin
  update command c set state = {commandState.effective}, ended_at = now_at, updated_at = now_at
    from terminal t
   where t.device_id = gateway_confirm.device_id and c.merchant_id = t.merchant_id and c.device_id = t.device_id
     and c.id = gateway_confirm.id and c.state = {commandState.answered}
  returning c.merchant_id, c.type into of_merchant, kind;
  if not found then return false; end if;
  if kind = {commandType.engineRestore} then
    update device d set cut_at = null, updated_at = now_at where d.merchant_id = of_merchant and d.id = gateway_confirm.device_id;
  end if;
  return true;
end $$;
alter function gateway_confirm(bigint, bigint, timestamptz) owner to definer;
revoke all on function gateway_confirm(bigint, bigint, timestamptz) from public;
grant execute on function gateway_confirm(bigint, bigint, timestamptz) to gate;

-- A command that its terminal has no word for.
create function gateway_fail(device_id bigint, id bigint, now_at timestamptz) returns void language sql security definer set search_path = public as $$
  update command c set state = {commandState.failed}, answer = 3, ended_at = now_at, updated_at = now_at
    from terminal t
   where t.device_id = gateway_fail.device_id and c.merchant_id = t.merchant_id and c.device_id = t.device_id
     and c.id = gateway_fail.id and c.state = {commandState.sent}
$$;
alter function gateway_fail(bigint, bigint, timestamptz) owner to definer;
revoke all on function gateway_fail(bigint, bigint, timestamptz) from public;
grant execute on function gateway_fail(bigint, bigint, timestamptz) to gate;
