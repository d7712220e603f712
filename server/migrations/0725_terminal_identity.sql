-- needs: 0725
-- What a terminal registers with is printed on it and no secret. Its code is therefore told until it was used once, wrong registrations
-- are counted, and a session that two networks claim raises an alarm.

-- When the code was first used to log in: from then on it is told to nobody. A terminal that has logged in since it registered has used it.
alter table terminal add column used_at timestamptz;
update terminal t set used_at = l.connected_at from device_live l
 where l.merchant_id = t.merchant_id and l.device_id = t.device_id and t.auth_hash is not null
   and l.connected_at >= t.registered_at - interval '1 minute';

-- The network (IPv4 /32, IPv6 /64) that the session comes from, and when it last came from another one than before.
alter table device_live add column network text, add column moved_at timestamptz;

-- 1 by Beijing time, as the standard asks; 2 by UTC.
alter table device add column clock smallint not null default 1 check (clock between 1 and 2);

-- Why an identity is doubted: domain vehicle-control/codes.ts, the gravest last.
alter table alarm add column cause smallint check (cause between 1 and 3);

-- Registrations with a wrong terminal id within the last hour.
create table terminal_wrong (
  thing text primary key check (length(thing) <= 80),
  since timestamptz not null,
  n int not null
);
comment on table terminal_wrong is 'Counts of wrong registrations by number/… and network/…, each for an hour from its first';
alter table terminal_wrong owner to app_owner;
grant select, insert, update, delete on terminal_wrong to definer;

-- Raises the alarm 设备身份不符 of a device, or gives the open one a graver cause.
create function terminal_doubted(of_merchant bigint, of_device bigint, why int, now_at timestamptz) returns void language sql set search_path = public as $$
  insert into alarm as a (merchant_id, type, level, vehicle_id, device_id, start_at, cause)
    select d.merchant_id, {alarmType.forged}, {alarmLevel.important}, d.vehicle_id, d.id, now_at, why
      from device d where d.merchant_id = of_merchant and d.id = of_device
    on conflict (merchant_id, device_id, type) where end_at is null
      do update set cause = excluded.cause where a.type = {alarmType.forged} and coalesce(a.cause, 0) < excluded.cause
$$;
alter function terminal_doubted(bigint, bigint, int, timestamptz) owner to definer;
revoke all on function terminal_doubted(bigint, bigint, int, timestamptz) from public;

-- Who registers. 0: the device that was entered, which is told its code (`code_no`); 3: its code was used before; 4: any other, and whoever
-- was wrong too often, without a look. A number has five tries an hour, a network a hundred, since carriers put many terminals behind one
-- address. One alarm an hour and device, so that whoever guesses does not keep an alarm open that staff has ended.
drop function gateway_register(text, text, text, text, text, boolean);
create function gateway_register(phone text, terminal_id text, imei text, maker text, model text, v2019 boolean, network text, now_at timestamptz)
  returns table (result smallint, code_no int) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  t terminal%rowtype;
  d device%rowtype;
  why int;
begin
  -- Locked, so that guesses side by side are counted one after the other.
  select x.* into t from terminal x where x.phone = gateway_register.phone for update;
  if not found then return query select 4::smallint, 0; return; end if;
  if exists (select from terminal_wrong w where w.since > now_at - interval '1 hour'
      and (w.thing = 'number/' || t.phone and w.n >= 5 or w.thing = 'network/' || gateway_register.network and w.n >= 100)) then
    return query select 4::smallint, 0; return;
  end if;
  select x.* into d from device x where x.merchant_id = t.merchant_id and x.id = t.device_id;
  why := case
    when not (d.terminal_id <> '' and d.terminal_id in (gateway_register.terminal_id, gateway_register.imei)
      or d.imei <> '' and d.imei in (gateway_register.terminal_id, gateway_register.imei)) then {forgedCause.otherTerminal}
    when t.used_at is not null then {forgedCause.registeredAgain} end;
  if why is null then
    update device x set maker_id = left(gateway_register.maker, 11), model_code = left(gateway_register.model, 30),
           protocol = case when gateway_register.v2019 then 2019 else 2013 end, updated_at = now_at
     where x.merchant_id = d.merchant_id and x.id = d.id and (x.maker_id, x.model_code, x.protocol) is distinct from
           (left(gateway_register.maker, 11), left(gateway_register.model, 30), case when gateway_register.v2019 then 2019 else 2013 end);
    return query select 0::smallint, t.code_no; return;
  end if;
  delete from terminal_wrong w where w.thing in
    (select o.thing from terminal_wrong o where o.since <= now_at - interval '1 hour' for update skip locked);
  insert into terminal_wrong as w (thing, since, n)
    select thing, now_at, 1 from (values ('number/' || t.phone, true), ('network/' || gateway_register.network, why = {forgedCause.otherTerminal}))
      as one (thing, counts) where counts order by thing
    on conflict (thing) do update set n = w.n + 1;
  if not exists (select from alarm a where a.merchant_id = d.merchant_id and a.device_id = d.id and a.type = {alarmType.forged}
      and a.start_at > now_at - interval '1 hour') then
    perform terminal_doubted(d.merchant_id, d.id, why, now_at);
  end if;
  return query select case why when {forgedCause.registeredAgain} then 3 else 4 end::smallint, 0;
end $$;
alter function gateway_register(text, text, text, text, text, boolean, text, timestamptz) owner to definer;
revoke all on function gateway_register(text, text, text, text, text, boolean, text, timestamptz) from public;
grant execute on function gateway_register(text, text, text, text, text, boolean, text, timestamptz) to gate;

-- Opens the one session of a terminal whose code is right: the one before it ends, wherever it is. Carriers give a terminal another address
-- now and then; twice within two minutes are two who take the session from each other.
drop function gateway_enter(text, text, bytea, timestamptz);
create function gateway_enter(node text, phone text, network text, hash bytea, now_at timestamptz)
  returns table (merchant_id bigint, device_id bigint, session_no bigint, profile smallint, door_inverted boolean, ctl_short boolean,
    clock smallint, at double precision, lat double precision, lng double precision, stopped_since double precision)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  t terminal%rowtype;
  before device_live%rowtype;
  moved boolean;
begin
  select x.* into t from terminal x where x.phone = gateway_enter.phone and x.auth_hash = gateway_enter.hash;
  if not found then return; end if;
  select x.* into before from device_live x where x.merchant_id = t.merchant_id and x.device_id = t.device_id for update;
  moved := coalesce(before.network <> gateway_enter.network, false);
  if moved and before.moved_at > now_at - interval '2 minutes' then
    perform terminal_doubted(t.merchant_id, t.device_id, {forgedCause.twoNetworks}, now_at);
  end if;
  update terminal x set used_at = now_at where x.phone = t.phone and x.code_no = t.code_no and x.used_at is null;
  return query
    with entered as (
      insert into device_live as l (merchant_id, device_id, node, session_no, network, connected_at, last_msg_at)
        values (t.merchant_id, t.device_id, gateway_enter.node, nextval('gateway_session'), gateway_enter.network, now_at, now_at)
        on conflict (merchant_id, device_id) do update
          set node = excluded.node, session_no = excluded.session_no, network = excluded.network, connected_at = excluded.connected_at,
              last_msg_at = excluded.last_msg_at, moved_at = case when moved then now_at else l.moved_at end
        returning l.*)
    select d.merchant_id, d.id, e.session_no, d.profile, d.door_inverted, d.ctl_short, d.clock, (extract(epoch from e.at) * 1000)::double precision,
           e.lat_e6 / 1e6::double precision, e.lng_e6 / 1e6::double precision, (extract(epoch from e.stopped_since) * 1000)::double precision
      from entered e join device d on d.merchant_id = e.merchant_id and d.id = e.device_id;
end $$;
alter function gateway_enter(text, text, text, bytea, timestamptz) owner to definer;
revoke all on function gateway_enter(text, text, text, bytea, timestamptz) from public;
grant execute on function gateway_enter(text, text, text, bytea, timestamptz) to gate;

-- A terminal answered the end of a link whose session another link had taken: both were there at once. By the same network it is the same terminal.
create function gateway_still_there(device_id bigint, network text, now_at timestamptz) returns void language sql security definer set search_path = public as $$
  select terminal_doubted(l.merchant_id, l.device_id, {forgedCause.twoNetworks}, now_at)
    from terminal t join device_live l on l.merchant_id = t.merchant_id and l.device_id = t.device_id
   where t.device_id = gateway_still_there.device_id and l.network <> gateway_still_there.network
$$;
alter function gateway_still_there(bigint, text, timestamptz) owner to definer;
revoke all on function gateway_still_there(bigint, text, timestamptz) from public;
grant execute on function gateway_still_there(bigint, text, timestamptz) to gate;

-- From now on its terminal has to register anew; whoever is in by the code of before is out with the next beat of its node.
create or replace function terminal_renew(device_id bigint) returns boolean language plpgsql security definer set search_path = public as $$
declare number text;
begin
  update terminal t set auth_hash = null, code_no = code_no + 1, registered_at = null, used_at = null
   where t.merchant_id = merchant() and t.device_id = terminal_renew.device_id returning t.phone into number;
  if not found then return false; end if;
  delete from terminal_wrong w where w.thing = 'number/' || number;
  update device_live l set session_no = nextval('gateway_session'), node = null
   where l.merchant_id = merchant() and l.device_id = terminal_renew.device_id;
  return true;
end $$;

-- Its terminal logs in again with the code that it has, so that what was changed of the device holds for its link.
create function terminal_again(device_id bigint) returns void language sql security definer set search_path = public as $$
  update device_live l set session_no = nextval('gateway_session'), node = null
   where l.merchant_id = merchant() and l.device_id = terminal_again.device_id
$$;
alter function terminal_again(bigint) owner to definer;
revoke all on function terminal_again(bigint) from public;
grant execute on function terminal_again(bigint) to tenant;
